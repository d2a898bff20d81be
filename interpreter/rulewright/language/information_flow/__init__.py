"""What a decision may depend on: by an analysis of the flow of information through the core.

`reader` says who may know something, and what is known at a point of the rules. `expression_labels` reads expressions
and sequences, with `path_facts` (what a condition tells, of values and of pieces). `trials` reads the body under a
`must`, `asking` headers, `call_labels` the way to offers with arguments: its `sightings` is the whole.
"""
