"""Whatever stands in a file of rules, every command ends soon, in little memory, with words: texts that were changed at
random, and texts as large as may be."""
