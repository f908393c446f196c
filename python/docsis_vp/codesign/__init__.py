"""docsis-vp codesign: every placement of an algorithm, what it costs, and when it breaks."""
