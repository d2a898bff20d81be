/** Boards: places as squares, hexagons, nodes, edges or corners where the rules put them, with what lies there. */
import { classes, html } from "./html.js";
import { inkOn } from "./colors.js";
import { spoken } from "./looks.js";
import { Piece, spot } from "./pieces.js";

/** How far the middle of a hexagon is from its corners, in widths of one. */
const RADIUS = 1 / Math.sqrt(3);
/** How much room is left around all places, in widths of a cell. */
const MARGIN = 0.08;
/** So large is a node, and an edge or a corner beside cells. */
const SIZES = { square: 1, hexagon: 1, node: 0.82, edge: 0.62, corner: 0.34 };

/** The spaces of boards with more of them are not called by their names. */
const MAX_NAMED = 80;

/** A map as `arrange` makes it: everything that lies over the same cells. */
export function Board({ t, map }) {
  const places = [...map.places.values()].map((each) => ({
    ...each,
    labels: each.shape === "square" ? labelsOf(each.spots) : undefined,
  }));
  const frame = frameOf(places);
  const title = [...new Set(map.layers.map((layer) => layer.thing.label ?? layer.thing.name))].map(spoken).join(", ");
  const owner = map.of.map(spoken).join(", ");
  return html`<figure class="board" style=${{ "--wide": frame.wide, "--high": frame.high }}>
    <figcaption class="zone__name">${title}${owner && ` · ${owner}`}</figcaption>
    <div class="board__map" data-zone-box=${map.layers[0].thing.id}>
      <svg class="board__ground" viewBox=${`${frame.left} ${frame.top} ${frame.wide} ${frame.high}`} aria-hidden="true">
        ${places.map((each) => html`<${Ground} t=${t} places=${each} />`)}
        ${places[0].labels && html`<${Labels} labels=${places[0].labels} frame=${frame} />`}
      </svg>
      ${places.flatMap((each) => each.spots.map((at) => html`<${Space} key=${`${each.type} ${at.place}`} t=${t} map=${map} places=${each} at=${at} frame=${frame} />`))}
    </div>
  </figure>`;
}

/** The rectangle around all places, with room for labels of rows and columns. */
function frameOf(places) {
  const spots = places.flatMap((each) =>
    each.spots.map((at) => ({
      ...at,
      half: (SIZES[each.shape] ?? 1) / 2,
      tall: each.shape === "hexagon" ? RADIUS : (SIZES[each.shape] ?? 1) / 2,
    })),
  );
  const labels = places[0].labels ? 0.42 : 0;
  const left = Math.min(...spots.map((at) => at.x - at.half)) - MARGIN - labels;
  const top = Math.min(...spots.map((at) => at.y - at.tall)) - MARGIN;
  const right = Math.max(...spots.map((at) => at.x + at.half)) + MARGIN;
  const bottom = Math.max(...spots.map((at) => at.y + at.tall)) + MARGIN + labels;
  return { left, top, wide: right - left, high: bottom - top };
}

function Ground({ t, places }) {
  const middle = new Map(places.spots.map((at) => [at.place, at]));
  const lines =
    places.shape === "node" ? places.lines.flatMap((line) => line.slice(1).map((end, at) => [line[at], end])) : [];
  return html`${lines.map(([one, other]) => {
    const [from, to] = [middle.get(one), middle.get(other)];
    return from && to && html`<line class="ground__line" x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y} />`;
  })}
  ${places.spots.map((at) => cell(places.shape, at, t.looks.said(at.place).color))}`;
}

function cell(shape, { x, y, ends }, color) {
  const style = color && { [shape === "edge" && ends ? "stroke" : "fill"]: color };
  if (shape === "hexagon") {
    const corners = [0, 1, 2, 3, 4, 5].map((at) => (Math.PI / 3) * at + Math.PI / 6);
    const points = corners.map((angle) => `${x + RADIUS * Math.cos(angle)},${y + RADIUS * Math.sin(angle)}`);
    return html`<polygon class="ground__cell" style=${style} points=${points.join(" ")} />`;
  }
  if (shape === "edge" && ends)
    return html`<line class="ground__edge" style=${style} x1=${ends[0]} y1=${ends[1]} x2=${ends[2]} y2=${ends[3]} />`;
  if (shape === "square")
    return html`<rect class="ground__cell" style=${style} x=${x - 0.5} y=${y - 0.5} width="1" height="1" rx="0.04" />`;
  return html`<circle class="ground__node" style=${style} cx=${x} cy=${y} r=${SIZES[shape] / 2} />`;
}

/** The column and the row of squares in which a place lies, by what the language calls them. */
function linesThrough({ labels }, at) {
  return labels ? [`column-${labels.columns.get(at.x)}`, `row-${labels.rows.get(at.y)}`] : [];
}

/** The names of the columns and rows of squares whose places are called by both; undefined of others. */
function labelsOf(spots) {
  const columns = new Map();
  const rows = new Map();
  for (const { place, x, y } of spots) {
    const [, letters, digits] = /^([a-z]+)(\d+)$/.exec(place) ?? [];
    if (!letters || (columns.get(x) ?? letters) !== letters || (rows.get(y) ?? digits) !== digits) return undefined;
    columns.set(x, letters);
    rows.set(y, digits);
  }
  return { columns, rows };
}

function Labels({ labels, frame }) {
  const bottom = frame.top + frame.high - 0.2;
  return html`${[...labels.columns].map(([x, text]) => html`<text class="ground__label" x=${x} y=${bottom}>${text}</text>`)}
  ${[...labels.rows].map(([y, text]) => html`<text class="ground__label" x=${frame.left + 0.24} y=${y + 0.09}>${text}</text>`)}`;
}

/** A place with what lies there: of several pieces the one that lies on top, and how many there are. */
function Space({ t, map, places, at, frame }) {
  const there = map.layers.filter((layer) => layer.type === places.type).flatMap((layer) => lying(layer, at.place));
  const zones = map.layers.filter((layer) => layer.type === places.type).map((layer) => layer.thing.id);
  const size = SIZES[places.shape] ?? 1;
  const turned = at.ends ? Math.atan2(at.ends[3] - at.ends[1], at.ends[2] - at.ends[0]) : 0;
  const style = {
    left: `${((at.x - frame.left) / frame.wide) * 100}%`,
    top: `${((at.y - frame.top) / frame.high) * 100}%`,
    width: `${(size / frame.wide) * 100}%`,
    rotate: turned ? `${turned}rad` : undefined,
  };
  const where = { zones, places: places.type, place: at.place, lines: linesThrough(places, at) };
  const top = there.at(-1);
  const names = ["space", `space--${places.shape}`, ["space--fresh", t.fresh.has(`${zones[0]} ${at.place}`)]];
  const place = { "data-place": at.place, style };
  if (!top) {
    const sign = map.layers[0].thing.declared.signs?.[""];
    const named = places.shape === "node" || (places.shape === "hexagon" && places.spots.length <= MAX_NAMED);
    const name = named ? (sign ?? at.place) : "";
    const color = t.looks.said(at.place).color;
    return html`<button ...${spot(t, where, `${spoken(at.place)}, empty`, ...names)} ...${place} data-zone=${zones[0]}>
      <span class="space__name" style=${color && { color: inkOn(color) }} aria-hidden="true">${name}</span>
    </button>`;
  }
  const others = there.slice(0, -1).map(({ thing, piece }) => t.looks.kind(thing.declared.component, piece.kind).told);
  return html`<div class=${classes(...names)} ...${place} title=${others.length ? others.join(", ") : undefined}>
    <${Piece} t=${t} zone=${top.thing} piece=${{ ...top.piece, place: at.place }} form="token" where=${where} />
    ${top.count > 1 && html`<span class="piece__copies">${top.count}</span>`}
    ${there.length > 1 && html`<span class="space__below" aria-hidden="true">${there.length}</span>`}
  </div>`;
}

/** What lies on a place on one layer of a map. */
function lying({ thing, stacked }, place) {
  if (!stacked)
    return (thing.pieces ?? []).filter((piece) => piece.place === place).map((piece) => ({ thing, piece, count: 1 }));
  if (thing.of?.[0] !== place || !thing.size) return [];
  return [{ thing, piece: thing.pieces?.[0] ?? { kind: "?" }, count: thing.size }];
}
