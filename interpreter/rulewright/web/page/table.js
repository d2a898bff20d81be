/** The whole table: the others above, what is shared in the middle, you below. */
import { classes, html } from "./html.js";
import { inkOn } from "./colors.js";
import { spoken } from "./looks.js";
import { Board } from "./board.js";
import { room, spot } from "./pieces.js";
import { Fields, Zone } from "./zones.js";

/** Where the rules can say that a zone lies, as one comes to them by keyboard. */
const SIDES = ["above", "left", "right", "below"];

/** The table of `t`; see `spot` in `pieces` for what `t` is. */
export function Table({ t }) {
  const { rules, placed } = t;
  const seats = rules.players.map((_, seat) => seat);
  const others = seats.filter((seat) => seat !== rules.you);
  const ordered = rules.you === null ? others : seats.slice(1).map((step) => (rules.you + step) % seats.length);
  return html`<div class="table__all">
    ${ordered.length > 0 && html`<div class="seats">${ordered.map((seat) => html`<${Seat} key=${seat} t=${t} seat=${seat} />`)}</div>`}
    <${Middle} t=${t} />
    ${rules.you !== null && html`<div class="seats seats--own"><${Seat} t=${t} seat=${rules.you} /></div>`}
  </div>`;
}

/** What is shared: in the middle, or on a side of it where the rules say so. */
function Middle({ t }) {
  const { placed } = t;
  const maps = placed.maps.filter((map) => map.owner === null);
  const sideOf = (names) => names.map((name) => t.looks.said(name).side).find(Boolean) ?? "";
  const mapsAt = (side) => maps.filter((map) => sideOf(map.layers.map((layer) => layer.thing.name)) === side);
  const thingsAt = (side) => placed.shared.filter((thing) => sideOf([thing.name]) === side);
  const boards = (some) => some.map((map) => html`<${Board} key=${map.key} t=${t} map=${map} />`);
  const things = (some) => some.length > 0 && html`<${Things} t=${t} things=${some} />`;
  const center = html`${boards(mapsAt(""))}
    <div class="middle__rest">
      ${placed.columns.map((columns) => html`<${Columns} key=${columns.type} t=${t} columns=${columns} />`)}
      ${things(thingsAt(""))}
    </div>`;
  const sides = SIDES.filter((side) => mapsAt(side).length || thingsAt(side).length);
  if (!sides.length) return html`<div class="middle">${center}</div>`;
  return html`<div class="middle middle--sided">
    ${sides.map((side) => html`<div key=${side} class="middle__side" style=${{ gridArea: side }}>${boards(mapsAt(side))}${things(thingsAt(side))}</div>`)}
    <div key="center" class="middle middle__center">${center}</div>
  </div>`;
}

/** Zones in the order of the rules; the fields, if they are told here, before them. */
function Things({ t, things, zonesOnly }) {
  const zones = things.filter((thing) => thing.sort === "zone");
  return html`<div class="items">
    ${!zonesOnly && html`<${Fields} t=${t} things=${things} />`}
    ${zones.map((thing) => html`<${Zone} key=${thing.id} t=${t} zone=${thing} />`)}
  </div>`;
}

/** A player with what is theirs. */
function Seat({ t, seat }) {
  const { rules, scene, placed } = t;
  const player = rules.players[seat];
  const turn = scene.deciders.includes(seat) && !scene.over;
  const score = scene.scores[seat];
  const maps = placed.maps.filter((map) => map.owner === seat);
  const thing = { seat: player.name };
  const name = t.standing(thing)
    ? html`<button ...${spot(t, thing, player.name, "seat__name")}>${player.name}</button>`
    : html`<h2 class="seat__name">${player.name}</h2>`;
  return html`<article
    class=${classes("seat", ["seat--turn", turn], ["seat--you", seat === rules.you])}
    style=${{ "--seat": t.looks.seat(seat) }}
  >
    <header class="seat__head">
      ${name}${seat === rules.you && html`<span class="soft">you</span>`}
      ${player.team !== undefined && player.team !== null && html`<span class="soft">team ${player.team + 1}</span>`}
      ${player.level && html`<span class="soft">${player.level}</span>`}
      ${t.present && !player.level && t.present.seats[seat] === false && html`<span class="soft">away</span>`}
      ${turn && html`<span class="seat__turn">${t.present?.thinking === seat ? "thinking" : seat === rules.you ? "your move" : "to move"}</span>`}
      ${score !== null && score !== undefined && html`<span class="seat__score">score <b>${score}</b></span>`}
      <${Fields} t=${t} things=${placed.seats[seat]} />
    </header>
    ${maps.map((map) => html`<${Board} key=${map.key} t=${t} map=${map} />`)}
    <${Things} t=${t} things=${placed.seats[seat]} zonesOnly />
  </article>`;
}

/** Things of several owners beside each other: what the others have there, what is shared, what you have. */
function Columns({ t, columns }) {
  const inside = { ...t, inColumn: true };
  return html`<section
    class="columns"
    aria-label=${columns.type}
    tabindex=${t.narrow ? 0 : undefined}
    style=${{ "--columns": columns.values.length }}
  >
    ${columns.values.map((column) => html`<${Column} key=${column.value} t=${inside} column=${column} />`)}
  </section>`;
}

function Column({ t, column }) {
  const { rules } = t;
  const color = t.looks.value(column.value);
  const lying = t.scene.zones.filter((zone) => zone.pieces?.some((piece) => piece.kind === column.value));
  const thing = { zones: lying.map((zone) => zone.id), kind: column.value, value: column.value };
  const { sign } = t.looks.said(column.value);
  const dot = sign
    ? html`<i class="dot dot--sign" aria-hidden="true">${sign}</i>`
    : color && html`<i class="dot" aria-hidden="true"></i>`;
  const name = html`${dot}${spoken(column.value)}`;
  const heading = t.standing(thing)
    ? html`<button ...${spot(t, thing, spoken(column.value), "column__name")}>${name}</button>`
    : html`<h3 class="column__name">${name}</h3>`;
  const part = (things, sort) =>
    things.length > 0 && html`<div class=${`column__part--${sort}`}><${Things} t=${{ ...t, around: [thing] }} things=${things} /></div>`;
  return html`<div
    ...${room(t, thing, spoken(column.value))}
    class="column"
    style=${color && { "--fill": color, "--on-fill": inkOn(color) }}
  >
    ${heading}
    ${part(
      column.seats.flatMap((things, seat) => (seat === rules.you ? [] : things)),
      "others",
    )}
    ${part(column.shared, "shared")} ${rules.you !== null && part(column.seats[rules.you], "own")}
  </div>`;
}
