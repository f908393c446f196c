"""Nested JSON as one level: keys joined by dots, elements of arrays by name."""


def flattened(value, path: str = "", leave_out: tuple = ("name", "description")) -> dict:
    if isinstance(value, dict):
        parts = [(key, item) for key, item in value.items() if key not in leave_out]
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        parts = [(element_name(item, index), item) for index, item in enumerate(value)]
    else:
        return {path: value}
    flat = {}
    for key, item in parts:
        flat |= flattened(item, f"{path}.{key}" if path else str(key), leave_out)
    return flat


def element_name(element, index: int) -> str:
    name = element.get("name") if isinstance(element, dict) else None
    return str(index if name is None else name)
