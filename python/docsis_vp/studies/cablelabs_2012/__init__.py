"""White and Padden 2012: CoDel in a DOCSIS 3.0 modem."""
