"""What every training needs: warm starts, blends, strange cameras, whole numbers."""
