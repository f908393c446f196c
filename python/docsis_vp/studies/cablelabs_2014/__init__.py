"""White and Rice 2014: active queue management in DOCSIS 3.x cable modems."""
