"""The Azure deployment: Bicep, and the two small programs that go with it."""
