"""The lab in the browser: a server that holds no rules and no search, its workers, and the page."""
