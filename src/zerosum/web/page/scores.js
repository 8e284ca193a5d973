// @ts-nocheck
// Scores and windows as people read them, always for the first player; and where they lie on an axis.

export const WIN = 1_000_000;
export const SURE = WIN - 10_000;

/** A score as short text: a number, W5 for a win in 5 where distances count, "open" where nothing is known. */
export function scoreText(scale, score) {
  if (Number.isNaN(score)) return "open";
  if (!Number.isFinite(score)) return score > 0 ? "∞" : "−∞";
  if (scale === "margin" || Math.abs(score) <= SURE) return signed(Number.isInteger(score) ? String(score) : score.toFixed(2));
  if (scale === "distance" && Math.abs(score) > WIN) return score > 0 ? ">W0" : "<L0";
  if (scale === "distance") return `${score > 0 ? "W" : "L"}${Math.max(0, WIN - Math.abs(score))}`;
  return score > 0 ? "1" : "−1";
}

/** A window as [alpha, beta]; one that no score fits into as [<0, 0] where scores are but win, draw and loss. */
export function windowText(scale, alpha, beta) {
  if (scale === "plain" && beta - alpha === 1) {
    if (beta === 0 || beta === WIN) return `[<${scoreText(scale, beta)}, ${scoreText(scale, beta)}]`;
    if (alpha === 0 || alpha === -WIN) return `[${scoreText(scale, alpha)}, >${scoreText(scale, alpha)}]`;
  }
  return `[${scoreText(scale, alpha)}, ${scoreText(scale, beta)}]`;
}

function signed(text) {
  return text.replace("-", "−");
}

/** What a person typed as a score in the words of `scoreText`, so that both can be compared. */
export function typedScore(text) {
  const word = text.trim().replace(/^[-–]/, "−").replace(/^\+/, "").toUpperCase();
  return word.replace(/^(−?)0+(?=\d)/, "$1");
}

/**
 * The axis of all values that occur: a function from a score to a place between 0 and 1, and labelled ticks.
 * Wins and losses lie at the ends, estimates and draws between; infinity lies beyond both.
 */
export function axisOf(scale, values) {
  const finite = values.filter(Number.isFinite);
  const open = finite.filter((value) => scale === "margin" || Math.abs(value) <= SURE);
  const far = finite.filter((value) => scale === "distance" && Math.abs(value) > SURE).map((value) => WIN - Math.abs(value));
  const decided = scale !== "margin" && finite.some((value) => Math.abs(value) > SURE);
  let low = Math.min(...open, decided ? 0 : Infinity);
  let high = Math.max(...open, decided ? 0 : -Infinity);
  if (!open.length && !decided) low = high = 0;
  if (decided) high = Math.max(Math.abs(low), Math.abs(high), 1);
  if (decided) low = -high;
  if (low === high) [low, high] = [low - 1, high + 1];
  const longest = Math.max(1, ...far);
  const [left, right] = decided ? [scale === "distance" ? 0.34 : 0.3, scale === "distance" ? 0.66 : 0.7] : [0.08, 0.92];
  const place = (score) => {
    if (score === Infinity) return 1;
    if (score === -Infinity) return 0;
    if (scale !== "margin" && Math.abs(score) > SURE) {
      const distance = Math.max(0, Math.min(longest, WIN - Math.abs(score)));
      const out = scale === "distance" ? 0.94 - (0.94 - 0.72) * (distance / longest) : 0.92;
      return score > 0 ? out : 1 - out;
    }
    return left + (right - left) * Math.min(1, Math.max(0, (score - low) / (high - low)));
  };
  const ticks = decided ? decidedTicks(scale, longest) : tidy(low, high);
  const estimates = decided && open.some((value) => value !== 0) ? [-high, high] : [];
  return {
    place,
    ticks: [...new Set([...ticks, ...estimates])].map((value) => ({ at: place(value), label: scoreText(scale, value) })),
  };
}

function decidedTicks(scale, longest) {
  if (scale !== "distance") return [-WIN, 0, WIN];
  const near = longest > 1 ? [WIN - longest, longest - WIN] : [];
  return [-WIN, 0, WIN, ...near];
}

/** At most nine round numbers from low to high. */
function tidy(low, high) {
  const rough = Math.max(1, (high - low) / 8);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => each >= rough);
  const ticks = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) ticks.push(value);
  return ticks;
}
