"""What happens to a conversation: its turns, what is taken in, done, said and waited for."""
