"""The MCP server: agents check what they wrote; every judgement comes from the checker."""
