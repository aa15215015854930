"""What the engine knows of language: sentences, tokens, quantities, dates, polarity, names."""
