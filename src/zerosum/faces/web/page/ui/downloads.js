// Texts that the page offers as files.

/**
 * Rows of equal keys as CSV, quoted where they must be.
 * @param {Record<string, unknown>[]} rows
 */
export function csvText(rows) {
  if (!rows.length) return "";
  const cell = (/** @type {unknown} */ value) => {
    const words = value === null || value === undefined ? "" : String(value);
    return /[",\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words;
  };
  const heads = Object.keys(rows[0]);
  const lines = [heads, ...rows.map((row) => heads.map((head) => row[head]))];
  return lines.map((line) => `${line.map(cell).join(",")}\n`).join("");
}

/**
 * Offer a text, or bytes, as a file.
 * @param {string} name
 * @param {BlobPart} words
 * @param {string} type
 */
export function download(name, words, type) {
  const url = URL.createObjectURL(new Blob([words], { type }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
