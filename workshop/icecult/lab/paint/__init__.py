"""What is printed, painted and worn: board art, symbols, table tops, scratches."""
