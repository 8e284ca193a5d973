"""The portable tier: the built-in games and their searches as modules of WebAssembly that come with the package."""
