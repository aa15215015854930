"""The judges behind one function, for accuracy scripts."""
