"""Gives the worker something to do."""
from tasks import add

print("ordered", add.delay(40, 2).id)
