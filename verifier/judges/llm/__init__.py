"""The remote judge: a language model is asked, and its quotes are looked up.

Nothing here is imported, and nothing is sent, unless the user asks for it on the command line or
in settings of their own; see `verifier.user_settings`. The libraries of the endpoints are imported
when the first question is put.
"""
