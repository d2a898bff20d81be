/** The page: it listens to the table, draws what it is told, and says what is chosen. */
import { html, render } from "./html.js";
import { arrange } from "./arrange.js";
import { Asking } from "./choices.js";
import { connect } from "./connection.js";
import { letDrag } from "./drag.js";
import { Ended } from "./ended.js";
import { keepOneStop, left, moveFocus } from "./keys.js";
import { UNSEEN, looksOf } from "./looks.js";
import { NOTHING_TOLD, between, shown, told } from "./model.js";
import { fly, noted } from "./motion.js";
import { ENDS, calledIn, clicked, follow, standing } from "./picks.js";
import { ASKS, Side } from "./side.js";
import { Table } from "./table.js";
import { Zone } from "./zones.js";
import { nextTheme, setTheme } from "./theme.js";

const root = document.getElementById("page");
const THINKING = { refused: false, lines: [{ text: "Thinking …" }] };
/** So large can the table be drawn. */
const SCALES = [1.5, 1.35, 1.2, 1.1, 1, 0.9];
const narrow = matchMedia("(max-width: 860px)");
let model = NOTHING_TOLD;
let looks = null;
let table = null;
let size = 0; // which of the scales
let lifting = false; // a piece is being lifted: its choice must not make the move
let wordsBefore = []; // what was chosen before that

function update(change) {
  model = { ...model, ...change };
  draw();
}

function hear(message) {
  model = told(model, message);
  if (message.type === "rules") [looks, size] = [looksOf(model.rules), 0];
  if (message.type === "scene") return drawMoved();
  if (message.type === "earlier" && message.scene.at.made === model.wanted) return show(model.wanted);
  if (message.type === "happened" && model.tab in ASKS) table.say("ask", { question: ASKS[model.tab] });
  return draw();
}

/**
 * Draws the table as large as it has room: smaller as soon as it lacks some, and larger only for another game or window,
 * so that it seldom changes its size.
 */
function fit() {
  const main = root.querySelector(".table");
  if (!main) return;
  for (; ; size++) {
    main.style.setProperty("--scale", narrow.matches ? 1 : SCALES[size]);
    if (narrow.matches || size === SCALES.length - 1 || main.scrollHeight <= main.clientHeight + 1) return;
  }
}

function fitAnew() {
  size = 0;
  fit();
}

/** Draws a new scene, and lets fly what has moved since the last one. */
function drawMoved() {
  const before = noted(root);
  const events = model.flying;
  model = { ...model, flying: [] };
  draw();
  fit();
  if (before.size && model.looking === null) fly(root, before, events);
}

// ---- looking back

/** Shows the table as it was when so many decisions were made. */
function lookAt(decisions) {
  const goal = Math.max(0, Math.min(model.scene.at.made, decisions));
  if (model.scenes.has(goal)) return show(goal);
  table.say("look-back", { decisions: goal });
  return update({ wanted: goal });
}

function show(goal) {
  const [now, before] = [model.scene.at.made, noted(root)];
  const events = between(model, model.looking ?? now, goal);
  update({ looking: goal === now ? null : goal, wanted: null });
  fit();
  fly(root, before, events);
}

// ---- what is chosen

function choose(words) {
  const { next } = follow(model.choices, words);
  const whole = next.length === 1 && next[0].word === ENDS ? [...words, ENDS] : words;
  const found = follow(model.choices, whole);
  if (found.ends && !found.next.length) return lifting ? undefined : act.play(whole);
  if (found.wanted) table.say("more", { at: model.asked.at, begun: found.wanted });
  return update({ words: whole, ways: null, notice: null, looking: null });
}

/** Chooses a piece that is lifted, and says whether it is chosen then. */
function lift(piece) {
  [lifting, wordsBefore] = [true, model.words];
  if (piece.dataset.spot === "can") piece.click();
  lifting = false;
  return piece.dataset.spot === "chosen";
}

function click(thing, label) {
  const found = model.choices.length && model.looking === null ? clicked(model.choices, model.words, thing) : undefined;
  if (found?.ways) return update({ words: found.words, ways: found.ways });
  if (found) return choose(found.words);
  const word = calledIn(model.choices, model.words, thing);
  if (model.words.length > 0 && word !== undefined && model.looking === null)
    return table.say("ask", { question: "why", text: [...model.words, word].join(" ") });
  const zone = thing.kind === UNSEEN && model.scene.zones.find((each) => thing.zones.includes(each.id));
  const whose = zone && [model.rules.players[zone.owner]?.name, ...(zone.of ?? []), zone.name].filter(Boolean).join(" ");
  return table.say("ask", { question: "look", text: String(whose || (word ?? label)) });
}

/** What buttons do. */
const act = {
  choose,
  play(words) {
    table.say("move", { at: model.asked.at, move: words });
    update({ words: [], ways: null, choices: [], sent: model.choices, notice: null, looking: null });
  },
  back() {
    if (model.ways) update({ ways: null });
    else if (model.words.length) choose(model.words.slice(0, -1));
  },
  forget: () => update({ notice: null }),
  lookAt,
  step: (by) => lookAt((model.wanted ?? model.looking ?? model.scene.at.made) + by),
  undo: () => table.say("undo", { at: model.scene.at }),
  redo: () => table.say("redo", { at: model.scene.at }),
  goTo: (decision) => table.say("goto", { at: model.scene.at, decision }),
  agree: () => table.say("agree", { at: model.scene.at }),
  decline: () => table.say("decline", { at: model.scene.at }),
  again: () => table.say("again", { at: model.scene.at }),
  hint() {
    table.say("ask", { question: "hint" });
    update({ notice: THINKING });
  },
  question: (question, text) => update({ askedId: table.say("ask", { question, text }) }),
  review() {
    table.say("ask", { question: "review" });
    update({ endShown: false, notice: THINKING });
  },
  tab(tab) {
    update({ tab });
    if (tab in ASKS) table.say("ask", { question: ASKS[tab] });
  },
  openSide: () => update({ open: true }),
  closeSide: () => update({ open: false }),
  showEnd: () => update({ endShown: true }),
  hideEnd: () => update({ endShown: false }),
  theme() {
    nextTheme();
    draw();
  },
};

// ---- what is drawn

/** What everything on the table is drawn with. */
function tableOf() {
  const { rules, words, present } = model;
  const { scene, fresh } = shown(model);
  const choices = model.looking === null ? model.choices : [];
  const placed = arrange(rules, scene);
  const drawn = new Set(placed.maps.flatMap((map) => [...map.places.keys()]));
  const columns = new Set(placed.columns.map((each) => each.type));
  const piles = new Map(
    scene.zones.map((zone) => [zone.id, rules.zones.find((each) => each.name === zone.name)?.kind === "pile"]),
  );
  const most = new Map();
  for (const { name, pieces } of scene.zones) most.set(name, Math.max(most.get(name) ?? 0, pieces?.length ?? 0));
  const onTable = ({ means, type }) =>
    means ? !(piles.get(means.zone) && means.place) && piles.has(means.zone) : drawn.has(type) || columns.has(type);
  return {
    rules,
    scene,
    placed,
    looks,
    fresh,
    most,
    present,
    click,
    onTable,
    notes: placed.notes,
    narrow: narrow.matches,
    canStart: choices.some((action) => (action.next ?? []).some(onTable)),
    standing: (thing) => (choices.length ? standing(choices, words, thing) : ""),
  };
}

function draw() {
  if (!model.rules || !model.scene) {
    render(html`<p class="ask__text laying" role="status">${model.trouble ?? "The table is being laid …"}</p>`, root);
    return;
  }
  const t = tableOf();
  document.title = `${model.choices.length ? "● " : ""}${model.rules.title}`;
  render(
    html`<div class="page">
      <${Top} t=${t} />
      <main class="table" onKeyDown=${moveFocus} onFocusOut=${left}><${Table} t=${t} /></main>
      <footer class="dock">
        <${Asking} t=${t} model=${model} act=${act} />
        <${Hand} t=${t} />
      </footer>
      <${Side} t=${t} model=${model} act=${act} />
      ${model.ended && model.endShown && html`<${Ended} t=${t} ended=${model.ended} act=${act} />`}
    </div>`,
    root,
  );
  for (const group of root.querySelectorAll(".table, .hand, .log, .moves")) keepOneStop(group);
}

/** What only you see of yours. */
function Hand({ t }) {
  if (!t.placed.own.length) return null;
  const zones = t.placed.own.map((zone) => html`<${Zone} key=${zone.id} t=${t} zone=${zone} hand />`);
  return html`<div class="hand" onKeyDown=${moveFocus} onFocusOut=${left}>${zones}</div>`;
}

function Top({ t }) {
  const { asked, ended } = model;
  const you = t.rules.you !== null;
  return html`<header class="top">
    <h1 class="top__title">${t.rules.title}</h1>
    <p class="top__phase" title=${t.rules.subtitle}>
      ${t.scene.phases?.length ? t.scene.phases.join(" › ") : t.rules.subtitle}
    </p>
    <${Steps} />
    <div class="top__tools" role="toolbar" aria-label="Game">
      ${
        you &&
        html`<button
            class="button button--bare"
            disabled=${!(asked?.undo || ended?.undo)}
            onClick=${act.undo}
            title="Take back your last move"
          >
            Undo
          </button>
          <button class="button button--bare" disabled=${!asked?.redo} onClick=${act.redo} title="Make it again">
            Redo
          </button>
          <button
            class="button button--bare"
            disabled=${!model.choices.length}
            onClick=${act.hint}
            title="Which move promises most"
          >
            Hint
          </button>`
      }
      <button class="button button--bare only-narrow" onClick=${act.openSide}>Log</button>
      <button class="button button--bare" onClick=${act.theme} aria-label="Light or dark" title="Light or dark">
        ◐
      </button>
    </div>
  </header>`;
}

/** Through the game, decision by decision. */
function Steps() {
  const now = model.scene.at.made;
  const at = model.looking ?? now;
  return html`<div class="steps" role="group" aria-label="Look back">
    <button
      class="button button--bare"
      disabled=${at === 0}
      onClick=${() => act.step(-1)}
      aria-label="The decision before"
      title="The decision before (Shift + ←)"
    >
      ‹
    </button>
    ${model.looking !== null && html`<span class="steps__at">${at} / ${now}</span>`}
    <button
      class="button button--bare"
      disabled=${at === now}
      onClick=${() => act.step(1)}
      aria-label="The decision after"
      title="The decision after (Shift + →)"
    >
      ›
    </button>
  </div>`;
}

/** What keys do with Shift, unless somebody writes. */
const STEPS = {
  ArrowLeft: () => act.step(-1),
  ArrowRight: () => act.step(1),
  Home: () => lookAt(0),
  End: () => lookAt(model.scene.at.made),
};

function onKey(event) {
  const step = event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey && STEPS[event.key];
  if (step && model.scene && !event.target.closest?.("input, dialog")) {
    event.preventDefault();
    step();
  }
  if (event.key !== "Escape") return;
  if (model.open) act.closeSide();
  else if (model.notice) act.forget();
  else if (model.looking !== null) lookAt(model.scene.at.made);
  else act.back();
}

// ---- it begins

setTheme();
narrow.addEventListener("change", draw);
addEventListener("resize", fitAnew);
letDrag(root, { lift, back: () => update({ words: wordsBefore, ways: null }) });
addEventListener("keydown", onKey); // wherever the focus is, also where what had it is gone
const address = new URL("socket", location.href);
address.protocol = address.protocol.replace("http", "ws");
table = connect(address.href, location.hash.slice(1), hear, (connected, trouble = null) => {
  if (connected !== model.connected || trouble !== model.trouble) update({ connected, trouble });
});
