"""Measurements that anyone can rerun: speed, accuracy, and how the fitted numbers came to be."""
