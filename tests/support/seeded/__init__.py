"""The durable core under seeded disturbances: one seed, one course of events, every time."""
