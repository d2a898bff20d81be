"""From the syntax tree to the typed core; `elaboration.elaborate` puts the passes together."""
