"""The file under the record: opened, locked, checked, brought up to date, rescued."""
