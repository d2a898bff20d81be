/** Zones and fields as they stand at a seat, in a column or in the middle. */
import { classes, html } from "./html.js";
import { inkOn } from "./colors.js";
import { UNSEEN, spoken, worded } from "./looks.js";
import { Piece, Pips, room, spot } from "./pieces.js";

/** More different pieces than that are drawn without all that is written on them, and more still as chips. */
const MAX_WRITTEN = 4;
const MAX_CARDS = 10;
const MAX_CARDS_OF_OTHERS = 6;
/** A number up to this is also told by as many dots. */
const MAX_DOTS = 5;

/** A zone with its name, what lies there and how much that is. `hand`: it is drawn large. */
export function Zone({ t, zone, hand }) {
  const pieces = piecesOf(zone);
  const form = formOf(t, zone, pieces, hand);
  const pile = zone.declared.kind === "pile";
  const seen = pile ? pieces.slice(0, 1) : pieces;
  const size = zone.size > 1 || pile ? zone.size : 0;
  const fan = hand && pieces.length > 1;
  const thing = thingOf(t, zone);
  const where = { around: [thing, ...(t.around ?? [])] };
  const { side } = t.looks.said(zone.name);
  return html`<section
    ...${room(t, thing, zone.label)}
    class=${classes("zone", `zone--${zone.declared.kind}`, ["zone--empty", !zone.size], side && `zone--${side}`)}
    data-zone-box=${zone.id}
  >
    <${ZoneName} t=${t} zone=${zone} thing=${thing} size=${size} />
    <div
      class=${classes("zone__pieces", `zone__pieces--${form}`, ["zone__pieces--fan", fan])}
      role="group"
      aria-label=${`${zone.label}: ${zone.size}`}
    >
      ${seen.map((piece, at) => {
        const drawn = html`<${Piece}
          key=${`${piece.kind} ${at}`}
          t=${t}
          zone=${zone}
          piece=${pile ? { ...piece, copies: 1 } : piece}
          form=${form}
          where=${where}
        />`;
        return fan ? html`<div class="fan" key=${`${piece.kind} ${at}`}>${drawn}</div>` : drawn;
      })}
      ${!zone.size && html`<span class=${classes("zone__nothing", `zone__nothing--${form}`)} aria-hidden="true"></span>`}
    </div>
  </section>`;
}

/** What a zone itself is for who chooses: moves call one's own zones and shared ones by their names. */
function thingOf(t, zone) {
  return { zones: [zone.id], zoneName: zone.owner === null || zone.owner === t.rules.you ? zone.name : undefined };
}

/** The name of a zone; a button where the zone itself can be chosen. */
function ZoneName({ t, zone, thing, size }) {
  const whose =
    t.inColumn && zone.owner !== null
      ? `${zone.owner === t.rules.you ? "your" : t.rules.players[zone.owner].name} `
      : "";
  const of = zone.owner === null && !t.inColumn ? zone.of.map(spoken).join(", ") : "";
  const name = html`${whose}${spoken(zone.name)}${of && html` <small>${of}</small>`}${size > 0 && html` <b>${size}</b>`}`;
  if (t.standing(thing))
    return html`<button ...${spot(t, thing, spoken(zone.label), "zone__name")} data-zone=${zone.id}>${name}</button>`;
  return html`<h3 class="zone__name">${name}</h3>`;
}

/** The pieces of a zone, those that are not seen as one with as many copies. */
function piecesOf(zone) {
  if (zone.pieces !== null) return zone.pieces;
  return zone.size ? [{ kind: UNSEEN, copies: zone.size }] : [];
}

function formOf(t, zone, pieces, hand) {
  if (hand) return "card";
  if (t.looks.isToken(zone.declared.component)) return "token";
  const others = zone.owner !== null && zone.owner !== t.rules.you;
  if (pieces.every((piece) => piece.kind === UNSEEN)) return others ? "mini" : "small";
  if (zone.declared.kind === "pile" || zone.declared.kind === "slot") return zone.owner === null ? "small" : "compact";
  if (t.narrow && t.inColumn) return "chip";
  const most = t.narrow ? MAX_WRITTEN : others ? MAX_CARDS_OF_OTHERS : MAX_CARDS;
  const many = t.most.get(zone.name);
  return many > most ? "chip" : many > MAX_WRITTEN || t.narrow ? "compact" : "small";
}

/** The fields among some things, in one line. */
export function Fields({ t, things }) {
  const groups = groupedFields(things);
  return (
    groups.length > 0 &&
    html`<dl class="fields">
      ${groups.map((group) =>
        group.length > 1 ? html`<${Several} t=${t} things=${group} />` : html`<${Field} t=${t} thing=${group[0]} />`,
      )}
    </dl>`
  );
}

/** A field: its name and its value. */
function Field({ t, thing }) {
  const { value } = thing;
  const name = spoken(thing.name) + (thing.of.length && !t.inColumn ? ` ${thing.of.map(spoken).join(", ")}` : "");
  const color = typeof value === "string" ? (t.looks.value(value) ?? seatColor(t, value)) : undefined;
  const style = color && { "--fill": color, "--on-fill": inkOn(color) };
  const dots = thing.declared.sort === "number" && value <= MAX_DOTS ? value : 0;
  return html`<div class=${classes("field", ["field--off", value === "no" || value === "none"])}>
    <dt>${name}</dt>
    <dd class=${classes(["field__colored", color])} style=${style}>${isPlayer(t, value) ? value : told(t, value)}</dd>
    ${dots > 0 && html`<span class="field__dots" aria-hidden="true">${"●".repeat(dots)}</span>`}
  </div>`;
}

function told(t, value) {
  const counts =
    value !== null &&
    typeof value === "object" &&
    !Array.isArray(value) &&
    Object.entries(value).filter(([, many]) => many);
  if (!counts || !counts.length) return worded(value);
  return html`<${Pips} counts=${counts} t=${t} /><span class="unseen">${worded(value)}</span>`;
}

function isPlayer(t, name) {
  return t.rules.players.some((player) => player.name === name);
}

function seatColor(t, name) {
  const seat = t.rules.players.findIndex((player) => player.name === name);
  return seat < 0 ? undefined : t.looks.seat(seat);
}

/** Some fields of one name at a seat, one for each of several owners, as one. */
function Several({ t, things }) {
  return html`<div class="field">
    <dt>${spoken(things[0].name)}</dt>
    <dd class="field__several">
      ${things.map((thing) => {
        const color = t.looks.value(thing.of[0]);
        const label = `${spoken(thing.of[0])} ${worded(thing.value)}`;
        if (!color)
          return html`<span class="counter counter--named"
            ><small>${thing.of.map(spoken).join(" ")}</small>${worded(thing.value)}</span
          >`;
        return html`<span
          class=${classes("counter", ["counter--none", !thing.value || thing.value === "no"])}
          style=${{ "--fill": color, "--on-fill": inkOn(color) }}
          title=${label}
          ><i aria-hidden="true">${worded(thing.value)}</i><span class="unseen">${label}</span></span
        >`;
      })}
    </dd>
  </div>`;
}

/** The fields among some things, those of one name together. */
function groupedFields(things) {
  const groups = new Map();
  for (const thing of things.filter((each) => each.sort === "field")) {
    if (!groups.has(thing.name)) groups.set(thing.name, []);
    groups.get(thing.name).push(thing);
  }
  return [...groups.values()];
}
