"""The interface for scripts and notebooks; docsis_vp exports it."""
