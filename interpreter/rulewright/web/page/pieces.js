/** Pieces as they are drawn: cards with what is written on them, tokens, chips where there is little room, and backs. */
import { classes, html } from "./html.js";
import { inkOn } from "./colors.js";
import { UNSEEN, spoken, worded } from "./looks.js";

/**
 * What a thing at the table is for whoever clicks it, hears it or comes to it by keyboard, as properties of a button.
 * `t` is the table as it is drawn; `thing` as in `picks`; `label` what it is called.
 */
export function spot(t, thing, label, ...names) {
  const state = t.standing(thing);
  return {
    type: "button",
    "data-spot": state || "idle",
    "aria-label": state === "can" ? `${label}, can be chosen` : label,
    "aria-pressed": state === "chosen" ? "true" : undefined,
    class: classes("spot", ...names, state && `spot--${state}`),
    onClick: () => t.click(thing, label),
  };
}

/** What else is clicked for a thing where it can be chosen: the free room of a zone or a column, properties of it. */
export function room(t, thing, label) {
  const click = (event) => !event.target.closest("button") && t.click(thing, label);
  return t.standing(thing) === "can" ? { onClick: click } : {};
}

/**
 * A piece in a zone. `form`: "card" (in one's hand), "small", "chip" or "token"; `at` is its place on a board, `where`
 * further things that a click on it means.
 */
export function Piece({ t, zone, piece, form, where }) {
  const component = zone.declared.component;
  const seen = piece.kind !== UNSEEN;
  const look = seen ? t.looks.kind(component, piece.kind) : undefined;
  const notes = seen ? notesOn(t, piece) : [];
  const back = !seen || (piece.down && !piece.viewers?.includes(t.rules.you));
  const shape = t.looks.isToken(component) ? (form === "chip" ? "token" : form === "card" ? "token" : form) : form;
  const thing = { zones: [zone.id], kind: piece.kind, ...where };
  const owner = piece.owner ?? (piece.viewers?.length === 1 ? piece.viewers[0] : undefined);
  const names = ["piece", `piece--${shape === "small" && t.looks.isToken(component) ? "token" : shape}`];
  return html`<button
    ...${spot(
      t,
      thing,
      called(t, piece, look, notes, component),
      ...names,
      [`piece--back`, back],
      ["piece--down", piece.down],
      ["piece--plain", look && isPlain(look)],
    )}
    data-zone=${zone.id}
    data-kind=${piece.kind}
    title=${look?.text || undefined}
    style=${look?.color && { "--fill": look.color, "--on-fill": look.ink }}
  >
    ${back && html`<span class="piece__back" aria-hidden="true"></span>`}
    ${!back && html`<${Face} look=${look} form=${shape} sign=${zone.declared.signs?.[piece.kind]} t=${t} />`}
    ${
      notes.length > 0 &&
      html`<span class="piece__notes" aria-hidden="true">${notes.map((note) => html`<span>${note}</span>`)}</span>`
    }
    ${piece.copies > 1 && seen && html`<span class="piece__copies" aria-hidden="true">×${piece.copies}</span>`}
    ${owner !== undefined && owner !== null && html`<${Owner} t=${t} owner=${owner} />`}
  </button>`;
}

/** Whose a piece is, or who knows it: the first letter of a name, and the number at its end. */
function Owner({ t, owner }) {
  const letters = t.rules.players[owner].name.replace(/^(.).*?(\d*)$/, "$1$2");
  return html`<span class="piece__owner" style=${{ "--seat": t.looks.seat(owner) }} aria-hidden="true"
    >${letters}</span
  >`;
}

/** What is written on a piece; `sign` is what the picture of its board has for it. */
function Face({ look, form, sign, t }) {
  if (form === "token") {
    const alone = look.sign ?? sign ?? look.mark ?? initials(look.title || look.name);
    const text = look.number === undefined ? alone : `${look.number}${look.sign ?? ""}`;
    return html`<span class="face face--token" aria-hidden="true">${text}</span>`;
  }
  const plain = isPlain(look);
  const large = look.number === undefined ? (look.sign ?? initials(look.title || look.colorName)) : String(look.number);
  const signed = look.sign && html`<i class="face__sign">${look.sign}</i>`;
  const number = look.number ?? "";
  if (form === "chip") {
    return html`<span class="face face--chip" aria-hidden="true">
      ${number !== "" && html`<b>${number}</b>`}${signed}${look.title && html`<span>${look.title}</span>`}
      ${!look.title && number === "" && html`<span>${look.colorName || spoken(look.name)}</span>`}
      ${look.counts.map(([, counts]) => html`<${Pips} counts=${counts} t=${t} />`)}
    </span>`;
  }
  return html`<span class=${classes("face", plain ? "face--plain" : "face--text")} aria-hidden="true">
    <span class="face__head"><b>${number}</b>${(number !== "" || !plain) && signed}${look.title && html`<span>${look.title}</span>`}</span>
    ${plain && html`<span class=${classes("face__large", ["face__large--word", large.length > 3])}>${large}</span>`}
    ${look.counts.map(([name, counts]) => html`<${Pips} counts=${counts} t=${t} />`)}
    ${look.lines.length > 0 && html`<span class="face__lines">${look.lines.join(" · ")}</span>`}
    ${look.text && form !== "compact" && html`<span class="face__about">${look.text}</span>`}
    ${plain && look.colorName && html`<span class="face__color">${look.colorName}</span>`}
  </span>`;
}

/** How many there are of each of some values, as colored dots with the first letters of these. */
export function Pips({ counts, t }) {
  return html`<span class="pips"
    >${counts.map(([name, many]) => {
      const color = t.looks.counted(name);
      const style = { "--fill": color, "--on-fill": inkOn(color) };
      const one = html`<i class="pip" style=${style}>${t.looks.said(name).sign ?? initials(name)}</i>`;
      return many > 3 ? html`<span class="pips__many">${one}×${many}</span>` : Array.from({ length: many }, () => one);
    })}</span
  >`;
}

function isPlain(look) {
  return !look.title && !look.text && !look.counts.length && look.lines.length < 2;
}

/** The first letters of the words of a name, two at most. */
function initials(name) {
  const words = String(name)
    .split(/[-\s]+/)
    .filter(Boolean);
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => word[0]) : [String(words[0] ?? "").slice(0, 2)];
  const text = letters.join("");
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}

/** What is noted of a piece, or belongs to it, in short texts. */
function notesOn(t, piece) {
  const noted = Object.entries(piece.notes ?? {}).filter(([, value]) => value !== "no" && value !== "none");
  const texts = noted.map(([name, value]) => (value === "yes" ? name : `${name} ${spoken(value)}`));
  for (const thing of t.notes.get(piece.kind) ?? []) {
    if (thing.sort === "field") {
      const told = thing.value !== null && thing.value !== 0 && thing.value !== "no" && worded(thing.value) !== "–";
      if (told) texts.push(thing.value === "yes" ? thing.name : `${thing.name} ${worded(thing.value)}`);
    } else if (thing.size) {
      const pieces = (thing.pieces ?? []).map(
        (each) => `${short(t, thing, each)}${each.copies > 1 ? ` ×${each.copies}` : ""}`,
      );
      texts.push(pieces.join(" ") || `${thing.size}`);
    }
  }
  return texts;
}

function short(t, zone, piece) {
  const look = t.looks.kind(zone.declared.component, piece.kind);
  return look.title || [look.colorName, look.number].filter((part) => part !== undefined && part !== "").join(" ");
}

/** A piece in words, with all that is drawn of it. */
function called(t, piece, look, notes, component) {
  const who = piece.viewers?.map((seat) => t.rules.players[seat].name) ?? [];
  const name = look ? look.told : `${spoken(component)}, face down`;
  const down = piece.down && look ? "face down" : "";
  const known = piece.down && who.length ? `known to ${who.join(", ")}` : "";
  const owner = piece.owner === undefined || piece.owner === null ? "" : `of ${t.rules.players[piece.owner].name}`;
  return [name, piece.copies > 1 ? `${piece.copies} of them` : "", owner, down, known, ...notes]
    .filter(Boolean)
    .join(", ");
}
