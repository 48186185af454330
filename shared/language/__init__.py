"""What the app knows of English: sentence vectors and spelling."""
