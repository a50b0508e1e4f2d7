"""Pictures that people send: decoded without trust, encoded anew, kept and served by their content's name."""
