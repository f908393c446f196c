"""Merges a scenario with changes to it."""

# A string under such a key is short for an object with this one key.
SHORTHANDS = {"aqm": "algorithm", "scheduling": "type", "tcp": "preset", "has": "preset"}


def merged(value, change):
    """As a scenario merges with the one it extends: objects key by key, arrays of named objects
    element by element; anything else is replaced."""
    if isinstance(value, dict) and isinstance(change, dict):
        both = {key: merged(in_full(key, value[key]), change[key]) for key in value.keys() & change.keys()}
        return value | change | both
    if are_named(value) and are_named(change):
        elements = {element["name"]: element for element in value}
        for element in change:
            name = element["name"]
            elements[name] = merged(elements.get(name, {}), element)
        return list(elements.values())
    return change


def in_full(key: str, value):
    return {SHORTHANDS[key]: value} if isinstance(value, str) and key in SHORTHANDS else value


def are_named(value) -> bool:
    return isinstance(value, list) and all(isinstance(e, dict) and "name" in e for e in value)
