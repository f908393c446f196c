"""Names the place where laws drop, and the letters of docs/placements.md for placements."""

ARRIVAL, HEAD, QUEUES = "at arrival", "at the head", "queue by queue"
LETTERS = {"A": ARRIVAL, "B": ARRIVAL, "C": ARRIVAL, "D": ARRIVAL, "E": HEAD, "F": HEAD, "G1": QUEUES, "G2": QUEUES}
NO_LAWS = (None, "none", "tail_drop")


def drops_where(algorithm: str | None) -> str | None:
    """None: there is no law."""
    if algorithm in NO_LAWS:
        return None
    if algorithm.startswith(("sfq_", "fq_")):
        return QUEUES
    return HEAD if algorithm == "codel" else ARRIVAL


def misnamed(placement: str, algorithms: list[str | None]) -> list[str]:
    """A warning if the letter says where laws drop, and none of them does."""
    places = {algorithm: drops_where(algorithm) for algorithm in algorithms if drops_where(algorithm)}
    meant = LETTERS.get(placement)
    if meant is None or not places or meant in places.values():
        return []
    drops = " and ".join(f"{algorithm} drops {place}" for algorithm, place in sorted(places.items()))
    return [f"is called {placement}, which by docs/placements.md drops {meant}, but {drops}"]
