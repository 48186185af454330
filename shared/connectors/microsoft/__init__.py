"""Adapters: Microsoft 365 through Microsoft Graph: mail, calendar and contacts."""
