"""What a decision may depend on: by an analysis of the flow of information through the core.

`reader` says who may know something, and what is known at a point of the rules. `expression_labels` reads expressions,
sequences, and what conditions tell. `trials` reads the body under a `must`, `call_labels` headers, and the way to
offers with arguments: its `sightings` is the whole. `open_tellings` asks the same way what a secret may be told by.
"""
