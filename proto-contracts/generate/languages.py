"""`generated/languages.json`: the languages of the app by tag, which the web reads."""

from contracts.languages import TAGS, direction_of, own_name


def document() -> dict[str, dict[str, str]]:
    """By tag: the language's name on the wire, what it calls itself, and its direction."""
    return {
        tag: {"name": language, "own_name": own_name(tag), "direction": direction_of(tag)}
        for language, tag in TAGS.items()
    }
