"""From text to the typed core: source, syntax, names and types, diagnostics; and back to text."""
