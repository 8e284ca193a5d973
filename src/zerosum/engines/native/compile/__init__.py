"""Python rules to machine code: rebuild, cache, errors, agreement with the rules as written."""
