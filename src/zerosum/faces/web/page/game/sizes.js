// The sizes of a game that are worth a try, in words: "4x4" for othello:4, "3 pits of 3 seeds" for kalah:3x3.

/**
 * What the size in a spec means. The description of a game has the letters of its form: "H pits of S seeds" for
 * kalah:HxS.
 * @param {Api.GameEntry} game @param {string} spec
 */
export function sizeName({ form, blurb }, spec) {
  const size = spec.slice(spec.indexOf(":") + 1);
  const letters = form.slice(form.indexOf(":") + 1).replace(/\[.*\]$/, "").split("x");
  const numbers = size.split("x");
  if (letters.join() === "N") {
    const [number, ...options] = size.split(",");
    const name = blurb.includes("NxN")
      ? `${number}x${number}` : `${number} ${/N (\w+)/.exec(blurb)?.[1] ?? ""}`.trim();
    return [name, ...options.map((option) => option.replace("=", " "))].join(", ");
  }
  const clause = blurb.split("; ").find((each) => letters.every((letter) => each.includes(letter)));
  if (!clause) return size.replaceAll(",", ", ").replace("misere", "misère");
  return clause.replaceAll(/[A-Z]/g, (letter) => numbers[letters.indexOf(letter)] ?? letter)
    .replaceAll(/\b1 (\w+)s\b/g, "1 $1");
}
