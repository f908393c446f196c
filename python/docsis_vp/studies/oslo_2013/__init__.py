"""Khademi, Ros and Welzl 2013: ARED, CoDel, PIE and FQ-CoDel on a link of 10 Mbit/s."""
