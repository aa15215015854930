"""Starts the engine's process: `python -m lsp_server.engine`."""

from lsp_server.engine.process import run

if __name__ == "__main__":
    run()
