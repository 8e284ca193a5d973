// Words that become sentences.

/**
 * A text that begins with a capital letter.
 * @param {string} text
 */
export function sentenceStart(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
