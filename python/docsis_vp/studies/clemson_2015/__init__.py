"""Hong, Martin and Westall 2015: queue management at the CMTS of a DOCSIS 3.0 network."""
