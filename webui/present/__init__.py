"""What people see of a match: views, replay, statistics, sheets."""
