"""The words of every diagnostic: one function per code, taking facts and returning a `Diagnostic`."""
