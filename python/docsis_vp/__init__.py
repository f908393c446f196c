"""The commands of docsis-vp that work with many runs: matrices of them, pages, comparisons."""
