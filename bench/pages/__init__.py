"""The pages themselves: what they weigh and how soon they show."""
