/**
 * Colors of things by what they are called: a value that is the name of a color gets it, any other one a color of its
 * own among the values of its type. The same names give the same colors everywhere.
 */

/** What names of colors (and of the suits of common cards) look like: strong enough to tell apart, calm enough to look at for long. */
const NAMED = new Map(
  Object.entries({
    red: "#bf3b2f",
    blue: "#2c69b0",
    green: "#2f7d43",
    yellow: "#e6b822",
    gray: "#656e77",
    grey: "#656e77",
    orange: "#dd7d21",
    purple: "#74489d",
    violet: "#74489d",
    pink: "#d9739f",
    brown: "#85562f",
    black: "#2a2e33",
    white: "#f4f1e8",
    gold: "#cfa22a",
    silver: "#b4bcc4",
    copper: "#a95a2f",
    bronze: "#94682f",
    cyan: "#2492a3",
    teal: "#1b787a",
    lime: "#8db32e",
    tan: "#c9a878",
    ivory: "#efe6cb",
    indigo: "#45509c",
    crimson: "#a3253c",
    hearts: "#bf3b2f",
    diamonds: "#b3591c",
    clubs: "#2f6b4f",
    spades: "#2f3a4d",
  }),
);

/** For values that are no colors, in this order; no two beside each other are alike. */
const OTHERS = [
  "#38699f",
  "#b0552b",
  "#417448",
  "#87508a",
  "#27767a",
  "#a8445c",
  "#595fa3",
  "#7d6a1f",
  "#4d6470",
  "#5d4a3c",
];

/** Text is easy to read with so much contrast. */
const ENOUGH = 4.5;
export const NEUTRAL = "#656e77";
const DARK_INK = "#1d2321";
const LIGHT_INK = "#ffffff";
const BLACK = "#000000"; // where neither is easy to read, it is

/** The color that a name is of, or undefined: `red`, and also `dark-red`, are. */
export function namedColor(name) {
  if (NAMED.has(name)) return NAMED.get(name);
  return NAMED.get(String(name).split("-").at(-1));
}

/** The colors of the values of a type, in their order: a Map from each value. `said`: the looks that rules give names. */
export function colorsOf(values, said = new Map()) {
  const found = new Map(values.map((value) => [value, said.get(value)?.color || namedColor(value)]));
  const taken = new Set(found.values());
  const free = OTHERS.filter((color) => !taken.has(color));
  let next = 0;
  for (const [value, color] of found) {
    if (color === undefined) found.set(value, free[next++ % free.length]);
  }
  return found;
}

/** How many of these values are names of colors. */
export function countNamed(values) {
  return values.filter((value) => namedColor(value) !== undefined).length;
}

/** The color of text that is easiest to read on a color. */
export function inkOn(color) {
  return [LIGHT_INK, DARK_INK].find((ink) => contrast(color, ink) >= ENOUGH) ?? BLACK;
}

/** How well two colors stand out against each other, from 1 to 21, as WCAG reckons it. */
export function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
