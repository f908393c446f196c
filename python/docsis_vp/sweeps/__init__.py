"""docsis-vp sweep: axes over a scenario, run by Snakemake."""
