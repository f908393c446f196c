"""docsis-vp compare: what differs between two results, the largest difference first."""
