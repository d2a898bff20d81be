"""`python -m tests.table.protocol_schema > docs/protocol.schema.json`: the messages between a table and a seat."""

import json
import sys

from rulewright.table.message_json import schema
from rulewright.table.messages import FROM_SEAT, TO_SEAT, VERSION

TITLE = "Rulewright: messages between a table and a seat"


def text() -> str:
    """The schema, as it is committed."""
    made = schema({"to-seat": TO_SEAT, "from-seat": FROM_SEAT}, VERSION, TITLE)
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
