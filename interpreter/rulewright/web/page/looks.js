/**
 * What pieces look like, worked out of what the rules say of them: whether they are cards or tokens, their color, the
 * number that stands large on them, and what is written below it.
 */
import { NEUTRAL, colorsOf, countNamed, inkOn, namedColor } from "./colors.js";

/** The name of a piece that is not seen. */
export const UNSEEN = "?";
/** Values of so many kinds at most give pieces their color. */
const MAX_COLORS = 8;
/** What kinds are shown as stands large on them if it is no longer. */
const MAX_SHORT = 4;
/** More kinds without attributes than these have their names written on cards. */
const MAX_TOKEN_KINDS = 8;

/** Values that say that there is nothing to say. */
const NOTHING = new Set([null, "none", "no"]);

/** A name as it is written in a text: `library-visit` is `library visit`. */
export function spoken(name) {
  return String(name).replaceAll("-", " ");
}

/**
 * The looks of everything in a game: `kind(component, name)` is the look of a piece, `value(name)` the color of a value
 * that is called by a color (or undefined), `counted(name)` one for any value, `seat(number)` the color of a player,
 * `isToken(component)` whether its pieces are small, and `said(name)` what the rules say of a name in `looks:`.
 */
export function looksOf(rules) {
  const types = rules.types ?? {};
  const said = new Map((rules.looks ?? []).map((each) => [each.name, each]));
  const palettes = new Map(Object.entries(types).map(([name, values]) => [name, colorsOf(values, said)]));
  const saidOfSeats = new Map(rules.players.map((player) => [player.rules_name, said.get(player.name)]));
  const seats = [...colorsOf([...saidOfSeats.keys()], saidOfSeats).values()];
  const names = rules.players.flatMap(({ name, rules_name }, seat) =>
    [name, rules_name].map((each) => [each, seats[seat]]),
  );
  palettes.set("player", new Map(names));
  const effects = new Map((rules.effects ?? []).map((each) => [each.name, each.text]));
  const held = new Set((rules.zones ?? []).filter((zone) => zone.kind === "hand").map((zone) => zone.component));
  const kinds = new Map();
  const tokens = new Set();
  for (const component of rules.components ?? []) {
    const colored = colorAttribute(component, types);
    const token = !held.has(component.name) && isToken(component, colored);
    if (token) tokens.add(component.name);
    const marks = shortest(colored ? types[colored.type] : []);
    for (const kind of component.kinds) {
      const noted = colored && kind.attributes?.[colored.name];
      const value = NOTHING.has(noted) ? undefined : noted;
      const word = namedPart(kind.name);
      const sign = [kind.name, ...Object.values(kind.attributes ?? {})].map((each) => said.get(each)?.sign).find(Boolean);
      const color =
        said.get(kind.name)?.color ||
        (value && palettes.get(colored.type).get(value)) ||
        (word && namedColor(word)) ||
        palettes.get("player").get(kind.name);
      kinds.set(`${component.name}/${kind.name}`, {
        ...kindLook(component, kind, { value, word, color, token, effects }),
        mark: marks.get(value),
        sign,
      });
    }
  }
  return {
    kind: (component, name) => kinds.get(`${component}/${name}`) ?? unknown(name, tokens.has(component)),
    value: (name) => said.get(name)?.color || valueColor(name, palettes),
    counted: (name) => [...palettes.values()].find((palette) => palette.has(name))?.get(name) ?? NEUTRAL,
    seat: (number) => seats[number],
    isToken: (component) => tokens.has(component),
    said: (name) => said.get(name) ?? {},
  };
}

function valueColor(name, palettes) {
  const palette = [...palettes.values()].find((each) => each.size <= MAX_COLORS && each.has(name) && isColorful(each));
  return palette?.get(name);
}

/** Values are shown in colors if most of them are names of colors. */
function isColorful(palette) {
  return countNamed([...palette.keys()]) * 2 >= palette.size;
}

/** The attribute that gives pieces their color: the one whose values are names of colors, else the first of few values. */
function colorAttribute(component, types) {
  const found = [];
  for (const name of new Set(component.kinds.flatMap((kind) => Object.keys(kind.attributes ?? {})))) {
    const values = component.kinds
      .map((kind) => kind.attributes?.[name])
      .filter((value) => !NOTHING.has(value ?? null));
    if (!values.every((value) => typeof value === "string")) continue;
    const type =
      name in types ? name : Object.keys(types).find((each) => values.every((one) => types[each].includes(one)));
    if (type && types[type].length <= MAX_COLORS) found.push({ name, type, named: countNamed(types[type]) });
  }
  return found.toSorted((one, other) => other.named - one.named)[0];
}

function isToken(component, colored) {
  const kinds = component.kinds;
  const names = new Set(kinds.flatMap((kind) => Object.keys(kind.attributes ?? {})));
  if (!names.size) return kinds.length <= MAX_TOKEN_KINDS;
  names.delete(colored?.name);
  const values = kinds.flatMap((kind) =>
    [...names].map((name) => kind.attributes?.[name]).filter((v) => v !== undefined),
  );
  return names.size <= 1 && values.every((value) => typeof value === "number");
}

/** The part of a name that is the name of a color. */
function namedPart(name) {
  return name.split(/[-+ ]/).find(namedColor);
}

/** For each of some names one letter that tells it apart, or two, or three. */
function shortest(names) {
  const ways = [(name) => name.slice(0, 1), (name) => name.slice(0, 1) + name.slice(-1), (name) => name.slice(0, 3)];
  const alone = (way, name) => names.every((each) => each === name || way(each) !== way(name));
  const way = (name) => ways.find((each) => alone(each, name)) ?? ways.at(-1);
  return new Map(names.map((name) => [name, way(name)(name).replace(/^./, (letter) => letter.toUpperCase())]));
}

/** Everything that is drawn of a kind. `title` is empty where the number and the color say all that the name says. */
function kindLook(component, kind, { value, word, color, token, effects }) {
  const attributes = Object.entries(kind.attributes ?? {}).filter(([, each]) => !NOTHING.has(each));
  const numbers = attributes.filter(([, each]) => typeof each === "number");
  const explained = !left(kind.name, [
    "of",
    component.name,
    ...attributes.flatMap(([name, each]) => [name, String(each)]),
  ]);
  const ranks = attributes.filter(([, each]) => typeof each === "string" && each !== value);
  const large = numbers[0] ?? (value ? ranks[0] : undefined); // what tells pieces of a color apart
  const number = kind.short && kind.short.length <= MAX_SHORT ? kind.short : explained ? large?.[1] : undefined;
  const counts = attributes.filter(([, each]) => isCounts(each));
  const rest = attributes.filter(([name, each]) => {
    if (isCounts(each) || each === value) return false;
    return explained ? name !== large?.[0] : !kind.name.split(/[-+ ]/).includes(String(each));
  });
  return {
    name: kind.name,
    token,
    color,
    ink: color && inkOn(color),
    number,
    title: explained && (number !== undefined || value) ? "" : spoken(kind.short && token ? kind.short : kind.name),
    colorName: spoken(value ?? word ?? ""),
    counts: counts.map(([name, each]) => [name, Object.entries(each).filter(([, many]) => many)]),
    lines: rest.map(([name, each]) =>
      each === "yes" ? name : typeof each === "string" ? spoken(each) : `${name} ${each}`,
    ),
    text: effects.get(kind.name) ?? rest.map(([, each]) => effects.get(each)).find(Boolean) ?? "",
    told: [spoken(kind.name), ...attributes.map(([name, each]) => `${name} ${worded(each)}`)].join(", "),
  };
}

/** What is left of a name without these words, the longest first. */
function left(name, words) {
  const between = (text) => `-${text.replace(/[+ ]/g, "-")}-`;
  const long = words.toSorted((one, other) => other.length - one.length).map(between);
  return long.reduce((rest, word) => rest.replace(word, "--"), between(name)).replaceAll("-", "");
}

function isCounts(value) {
  return value !== null && typeof value === "object";
}

/** A value of an attribute or a field as words. */
export function worded(value) {
  if (value === null || value === undefined) return "hidden";
  if (Array.isArray(value)) return value.map(spoken).join(", ") || "–";
  if (isCounts(value))
    return (
      Object.entries(value)
        .filter(([, many]) => many)
        .map(([name, many]) => `${spoken(name)} ${many}`)
        .join(", ") || "–"
    );
  return spoken(value);
}

function unknown(name, token) {
  return {
    name,
    token,
    color: undefined,
    ink: undefined,
    number: undefined,
    title: spoken(name),
    colorName: "",
    counts: [],
    lines: [],
    text: "",
    told: spoken(name),
  };
}
