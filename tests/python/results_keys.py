"""Which keys of the JSON Schema of results some results have, without a validator."""
import json
import os
import subprocess


def schema():
    done = subprocess.run([os.environ["DOCSIS_VP_SIM"], "check", "--results-schema"],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


class Keys:
    """Collects what results have: keys that are declared, and lines about those that are not."""

    def __init__(self, root):
        self.definitions = root["$defs"]
        self.seen = set()  # (definition, key)
        self.unknown = []

    def add(self, results):
        self._object(results, "results", self.definitions["results"], "")

    def _object(self, value, title, definition, path):
        properties = definition["properties"]
        for key, item in value.items():
            if key in properties:
                self.seen.add((title, key))
                self._value(item, f"{title}.{key}", properties[key], f"{path}/{key}")
            elif definition["additionalProperties"] is False:
                self.unknown.append(f"{path}/{key}")

    def _value(self, value, title, declared, path):
        if isinstance(value, list):
            for item in value:
                self._value(item, title, declared["items"], path + "[]")
        if not isinstance(value, dict):
            return
        declared = declared.get("anyOf", [declared])[0]
        if "$ref" in declared:
            title = declared["$ref"].removeprefix("#/$defs/")
            declared = self.definitions[title]
        if title != "configuration":
            self._object(value, title, declared, path)

    def never_there(self):
        """Keys that no result has, without a condition that says when they would be there."""
        return sorted(f"{title}.{key}" for title, definition in self._objects()
                      for key, declared in definition["properties"].items()
                      if (title, key) not in self.seen and "only_with" not in declared
                      and self._is_reached(title))

    def _objects(self):
        for title, definition in self.definitions.items():
            if title != "configuration":
                yield title, definition
                for key, declared in definition["properties"].items():
                    if "properties" in declared:
                        yield f"{title}.{key}", declared

    def _is_reached(self, title, above=()):
        """Whether the object is there without a condition, or was."""
        if title == "results" or any(seen == title for seen, _ in self.seen):
            return True
        holders = [(name, key, declared) for name, definition in self._objects()
                   for key, declared in definition["properties"].items()
                   if f"#/$defs/{title}\"" in json.dumps(declared) or f"{name}.{key}" == title]
        return any("only_with" not in declared and name not in above
                   and self._is_reached(name, (*above, title)) for name, _, declared in holders)
