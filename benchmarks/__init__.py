"""Engines written by hand: what the speed of the machine is measured against."""
