"""What an option is set to, and how it is written."""

OptionSetting = int | str | bool


def shown(value: OptionSetting) -> str:
    """A value as an author writes it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
