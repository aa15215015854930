"""`python -m lsp_server` is `llmfeeder lsp`."""

from lsp_server.cli import main

if __name__ == "__main__":
    main()
