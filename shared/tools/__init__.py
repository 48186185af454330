"""The tools of sub-agents: schema, rules, and the call itself over a workspace port."""
