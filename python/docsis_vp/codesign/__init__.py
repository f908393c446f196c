"""docsis-vp codesign: compares placements of an algorithm by cost, by effect, and by the load at which they break."""
