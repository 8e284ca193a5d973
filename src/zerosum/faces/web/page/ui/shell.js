// Quoting for a shell: text from an address must not become a command of its own when it is pasted.

/** A word as a shell takes it, quoted unless it is harmless. @param {string | number} text */
export function quoted(text) {
  const word = String(text);
  return /^[\w.:/,=+@-]+$/.test(word) && !word.startsWith("-") ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
