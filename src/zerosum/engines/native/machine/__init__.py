"""What compiled code is made of: intrinsics, memory and its layout, state words, random numbers."""
