"""What every layer may use: values, decisions, ports and, below the composition root, adapters."""
