"""The Azure deployment: Bicep, and the small programs that go with it."""
