"""Tools that other servers lend: what they take, what they risk, and the call itself."""
