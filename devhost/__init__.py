"""Local stand-in for the Azure Functions host: runs an app and its durable functions here."""
