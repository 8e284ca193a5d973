// Words that become sentences.

/** A first word that is a name and stays as it is: a file such as agent.py, or code. */
const NAME = /^\S*[._(]\S/;

/** A text that begins with a capital letter. @param {string} text */
export function sentenceStart(text) {
  return NAME.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
}
