// Numbers for people.

/**
 * A number with separators, as in "18,297"; a small one with two decimals.
 * @param {number} number
 */
export function readable(number) {
  return number.toLocaleString("en", { maximumFractionDigits: number < 10 ? 2 : 0 });
}
