"""What a message asks for: read by a fitted network, in the light of what the person has."""
