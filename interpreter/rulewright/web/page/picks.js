/**
 * The tree of picks: what can be chosen next once some words are chosen, and what on the table that is. Words of a pick
 * whose order means nothing (`free`) may be chosen in any order.
 *
 * A thing on the table is `{zones, kind, place, places, lines, value, seat, zoneName, around}`, of which it has what it
 * is: a piece the zone in which it lies and its kind, a space its place, the type of its places and the lines through
 * it, a value, a player or a zone its name. `around`: the things in which it lies, the innermost first.
 */

import { UNSEEN } from "./looks.js";

/** The word that ends a pick of as many as one likes. */
export const ENDS = "/";

/** What `follow` has made of each tree, by the words. */
const followed = new WeakMap();

/**
 * Where the choice of some words leads: `next` (the choices that can follow, each once), `ends` (they are a whole move),
 * `wanted` (what follows is not told yet; these are the words in the order of the tree). Where no move begins with these
 * words, nothing can follow.
 */
export function follow(choices, words) {
  if (!followed.has(choices)) followed.set(choices, new Map());
  const [known, key] = [followed.get(choices), JSON.stringify(words)];
  if (!known.has(key)) {
    const found = { next: new Map(), ends: false, wanted: null };
    walk(choices, words, found, []);
    known.set(key, { ...found, next: [...found.next.values()] });
  }
  return known.get(key);
}

function walk(choices, words, found, path) {
  for (const choice of choices) {
    const at = position(choice, words);
    if (at >= 0) arrive(choice, words.toSpliced(at, 1), found, [...path, choice.word]);
    else if (anyOrder(choice)) open([choice], words, choice.pick, found);
    else if (!words.length) found.next.set(choice.word, choice);
  }
}

function anyOrder(choice) {
  return choice.free === true && choice.word !== ENDS;
}

/** Which of the words a choice is; -1 for none. */
function position(choice, words) {
  if (!anyOrder(choice)) return words[0] === choice.word ? 0 : -1;
  const end = words.indexOf(ENDS);
  return words.slice(0, end < 0 ? words.length : end).indexOf(choice.word);
}

function arrive(choice, rest, found, path) {
  if (!rest.length) {
    found.ends ||= choice.ends === true;
    if (choice.more) found.wanted = path;
  }
  walk(choice.next ?? [], rest, found, path);
}

/** In a pick in any order what comes later in the tree can be chosen now, too, as far as it goes with the words. */
function open(choices, words, pick, found) {
  for (const choice of choices.filter((each) => each.pick === pick && anyOrder(each))) {
    const at = words.indexOf(choice.word);
    const left = at < 0 ? words : words.toSpliced(at, 1);
    if (!holds(choice.next, left, pick)) continue;
    if (at < 0) found.next.set(choice.word, choice);
    open(choice.next ?? [], left, pick, found);
  }
}

/** Whether all these words stand in some order on a path through the choices of a pick. */
function holds(choices = [], words, pick) {
  return (
    !words.length ||
    choices.some((choice) => {
      const at = words.indexOf(choice.word);
      return choice.pick === pick && holds(choice.next, at < 0 ? words : words.toSpliced(at, 1), pick);
    })
  );
}

/** Whether a choice means a thing on the table. */
export function means(choice, thing) {
  if (choice.means) {
    const { zone, place } = choice.means;
    if (!thing.zones?.includes(zone)) return false;
    if (typeof place === "string" && thing.places) return place === thing.place;
    if (thing.kind === undefined) return thing.zoneName !== undefined && choice.word === thing.zoneName;
    return thing.kind === choice.word;
  }
  if (thing.places)
    return choice.type === thing.places ? choice.word === thing.place : thing.lines.includes(choice.word);
  const name = thing.value ?? thing.seat ?? thing.zoneName; // a value may be called like a zone, and means it then
  return name !== undefined && choice.word === name;
}

/** The choices that mean a thing. */
function meant(choices, thing) {
  return choices.filter((choice) => means(choice, thing));
}

/**
 * What clicking a thing comes to where some words are chosen: the new `words`, or several `ways` to go on, of which one
 * is to be chosen; undefined if it cannot be picked. What is chosen already is taken back by it, and what could have
 * been chosen instead is. What cannot be picked itself means that around it which can be picked next.
 */
export function clicked(choices, words, thing) {
  for (let at = words.length; at >= 0; at--) {
    const begun = words.slice(0, at);
    const found = meant(follow(choices, begun).next, thing);
    if (at < words.length && found.some((choice) => choice.word === words[at])) return { words: begun };
    if (found.length === 1) return { words: [...begun, found[0].word] };
    if (found.length) return { words: begun, ways: found.map((choice) => [...begun, choice.word]) };
  }
  const ways = choices.flatMap((action) => meant(action.next ?? [], thing).map((choice) => [action.word, choice.word]));
  if (ways.length === 1) return { words: ways[0] };
  if (ways.length) return { words: [], ways };
  const around = thing.around?.find((each) => standing(choices, words, each) === "can");
  return around && clicked(choices, words, around);
}

/**
 * What a thing is called where it is asked why it cannot be picked: where lines of its places are picked, the one
 * through it in their direction; a piece that is not seen by its zone. undefined if moves have no name for it.
 */
export function calledIn(choices, words, thing) {
  const { next } = follow(choices, words);
  const direction = (line) => line.split("-")[0];
  const lines = next.filter((choice) => thing.places && choice.type === `${thing.places} line`);
  const through = thing.lines?.find((line) => lines.some(({ word }) => direction(word) === direction(line)));
  if (through && !next.some((choice) => choice.type === thing.places)) return through;
  if (thing.kind === UNSEEN && thing.place === undefined) return thing.around?.[0].zoneName;
  return thing.place ?? thing.kind ?? thing.value ?? thing.seat ?? thing.zoneName;
}

/** How a thing stands to what is chosen: "chosen", "can" be picked next, or "" (neither). */
export function standing(choices, words, thing) {
  for (let at = 0; at < words.length; at++) {
    const choice = follow(choices, words.slice(0, at)).next.find((each) => each.word === words[at]);
    if (choice && means(choice, thing)) return "chosen";
  }
  if (meant(follow(choices, words).next, thing).length) return "can";
  return !words.length && choices.some((action) => meant(action.next ?? [], thing).length) ? "can" : "";
}

/** A tree with what can follow the words `begun`, which had not been told. */
export function grafted(choices, begun, following) {
  const [word, ...rest] = begun;
  return choices.map((choice) => {
    if (choice.word !== word) return choice;
    if (!rest.length) return { ...choice, more: 0, next: following };
    return { ...choice, next: grafted(choice.next ?? [], rest, following) };
  });
}

/** All moves of a tree in words, at most so many. */
export function movesOf(choices, most, begun = []) {
  const found = [];
  for (const choice of choices) {
    const words = [...begun, choice.word];
    if (found.length >= most) break;
    if (choice.ends || choice.more) found.push({ words, more: choice.more ?? 0 });
    found.push(...movesOf(choice.next ?? [], most - found.length, words));
  }
  return found;
}
