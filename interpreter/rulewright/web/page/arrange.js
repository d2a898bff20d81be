/**
 * What belongs together at the table. Where a thing stands depends on what the rules say of it, never on what lies there,
 * so that everything keeps its place from move to move.
 */

/** Owners of like things stand as columns beside each other, if there are no more than these. */
const MAX_COLUMNS = 6;

/**
 * The things of a scene by their places: `maps` (boards that are drawn), `columns` (of a type: each value with what is
 * shared and what each seat has there), `shared` and `seats` (a list for each) of all else, `own` (what only you see of
 * yours), and `notes` (by the kind of a piece, what belongs to it).
 *
 * A thing is `{sort: "zone" | "field", declared, ...}` with what the scene says of it.
 */
export function arrange(rules, scene) {
  const zones = new Map(rules.zones?.map((each) => [each.name, each]));
  const fields = new Map(rules.fields?.map((each) => [each.name, each]));
  const things = [
    ...scene.zones.map((each) => ({
      owner: null,
      of: [],
      pieces: [],
      ...each,
      sort: "zone",
      declared: zones.get(each.name),
    })),
    ...scene.fields.map((each) => ({ owner: null, of: [], ...each, sort: "field", declared: fields.get(each.name) })),
  ].filter((each) => each.declared);
  const found = {
    maps: [],
    columns: new Map(),
    shared: [],
    seats: rules.players.map(() => []),
    own: [],
    notes: new Map(),
  };
  const owners = ownersOf(things);
  for (const thing of things) if (!isHeading(thing, things, owners)) place(thing, rules, owners, found);
  return { ...found, columns: [...found.columns.values()] };
}

/** Whether a zone only says which columns there are: it is the only one of pieces that have columns. */
function isHeading(thing, things, owners) {
  if (thing.sort !== "zone" || (owners.get(thing.declared.component)?.size ?? Infinity) > MAX_COLUMNS) return false;
  return (
    thing.pieces !== null && things.filter((each) => each.declared.component === thing.declared.component).length === 1
  );
}

/** By the type of owners, all names of them that there are. */
function ownersOf(things) {
  const found = new Map();
  for (const thing of things) {
    const type = ownerType(thing);
    if (!type) continue;
    if (!found.has(type)) found.set(type, new Set());
    found.get(type).add(thing.of[0]);
  }
  return found;
}

/** The type of the first owner of a thing that is no player, if it has one. */
function ownerType(thing) {
  return thing.of.length
    ? thing.declared.owners.find((type) => type !== "player" && (type !== "team" || thing.owner === null))
    : undefined;
}

function place(thing, rules, owners, found) {
  const map = mapOf(thing, rules);
  if (map) return onMap(thing, map, found);
  const type = ownerType(thing);
  const names = type && owners.get(type);
  if (type && names.size > MAX_COLUMNS) {
    if (!rules.components?.some((each) => each.name === type)) return atSeat(thing, rules, found);
    const noted = found.notes.get(thing.of[0]) ?? [];
    found.notes.set(thing.of[0], [...noted, thing]);
    return undefined;
  }
  const owned = thing.owner !== null;
  if (type && !(owned && thing.sort === "field")) return inColumn(thing, type, names, rules, found);
  return atSeat(thing, rules, found);
}

function inColumn(thing, type, names, rules, found) {
  if (!found.columns.has(type)) {
    const values = [...names].map((value) => ({ value, shared: [], seats: rules.players.map(() => []) }));
    found.columns.set(type, { type, values });
  }
  const column = found.columns.get(type).values.find((each) => each.value === thing.of[0]);
  (thing.owner === null ? column.shared : column.seats[thing.owner]).push(thing);
}

function atSeat(thing, rules, found) {
  if (thing.owner === null) found.shared.push(thing);
  else if (thing.owner === rules.you && isPrivate(thing)) found.own.push(thing);
  else found.seats[thing.owner].push(thing);
}

/** A hand, and what else only its owner sees. */
function isPrivate(thing) {
  return thing.sort === "zone" && (thing.declared.kind === "hand" || thing.declared.seen_by === "owner");
}

/** The places on which a thing is drawn: their `type`, their `spots`, and over which cells; undefined if on none. */
function mapOf(thing, rules) {
  const type = thing.sort === "zone" && (thing.declared.places || thing.declared.stands_on);
  if (!type || (thing.declared.places && thing.pieces === null)) return undefined;
  const board = rules.boards?.find((each) => each.places === type);
  const pictured = thing.declared.picture ?? [];
  const spots = pictured.length ? pictured : (board?.spots ?? []);
  if (!spots.length && !thing.declared.places) return undefined;
  return {
    type,
    spots: spots.length ? spots : inRows(rules.types?.[type] ?? []),
    board,
    shape: pictured.length ? "node" : (board?.shape ?? "square"),
  };
}

/** Places of which nobody says how they stand, in rows. */
function inRows(places) {
  const wide = places.length <= 12 ? places.length : Math.ceil(Math.sqrt(places.length * 1.6));
  return places.map((place, at) => ({ place, x: at % wide, y: Math.floor(at / wide) }));
}

function onMap(thing, { type, spots, board, shape }, found) {
  const stacked = Boolean(thing.declared.stands_on);
  const over = board?.over || type;
  const of = stacked ? thing.of.slice(1) : thing.of;
  const key = [over, thing.owner, ...of].join(" ");
  let map = found.maps.find((each) => each.key === key);
  if (!map) found.maps.push((map = { key, owner: thing.owner, of, layers: [], places: new Map() }));
  if (!map.places.has(type)) map.places.set(type, { type, spots, shape, lines: board?.lines ?? [] });
  map.layers.push({ thing, type, stacked });
}
