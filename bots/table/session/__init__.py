"""What happens at any table: asking, showing, thinking, saving, looking back."""
