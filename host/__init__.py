"""What the app exposes, how it is bound to Azure Functions, and which adapter serves which port."""
