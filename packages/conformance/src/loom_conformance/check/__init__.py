"""What ``loom plugin check`` does: is a package fit to be published, and does it keep its word?"""
