/** The playground: rules on one side, and on the other the game, what is found in it, its rulebook, and a tutorial. */
import { Editor } from "./editor.js";
import { showLessons } from "./lessons.js";
import { freeName, keep, kept, keptNames, lastKept } from "./own-files.js";
import { workOffline } from "./python.js";
import { download, fragmentOf, plainName, rulesOf } from "./share.js";
import { setTheme } from "./theme.js";

const part = (id) => document.getElementById(id);
const CHECK_SECONDS = 10;
const KEEP_AFTER = 500;
const EMPTY = { name: "my-game", text: "" };
const TABS = ["table", "check", "rulebook", "learn"];
let [keeping, shownName] = [0, EMPTY.name];

const rules = () => ({ name: plainName(part("name").value), text: editor.text });
const tell = (text) => (part("told").textContent = text);

/** The table stands in a frame; its page may still be loading. */
const table = new Promise((resolve) => {
  const loaded = () => part("frame").contentWindow.table;
  const wait = () => (loaded() ? resolve(loaded()) : setTimeout(wait, 50));
  wait();
});

// ---- the rules: kept here, in a link, and as a file

function changed() {
  clearTimeout(keeping);
  keeping = setTimeout(keepNow, KEEP_AFTER);
}

function keepNow() {
  clearTimeout(keeping);
  if (!keep(rules())) tell("This browser does not keep your rules: download them before you leave.");
}

/** Shows rules in the place of those that are kept by now. */
function take({ name, text }) {
  keepNow();
  put({ name: freeName(plainName(name), text), text });
}

function put({ name, text }) {
  shownName = part("name").value = name;
  editor.replace(text);
  tell("");
  keepNow();
  showGames();
}

/** What one can begin with: the rules that are kept here, and the games of this site. */
function showGames() {
  const group = (label, options) => {
    const found = Object.assign(document.createElement("optgroup"), { label });
    found.append(...options);
    return found;
  };
  const own = keptNames().map((name) => new Option(name, `own ${name}`));
  const shipped = games.map(({ name, title }) => new Option(title, `game ${name}`));
  part("new").replaceChildren(
    new Option("New …", ""), new Option("An empty file", "empty"),
    ...(own.length ? [group("Kept in this browser", own)] : []), group("Games that there are", shipped),
  );
}

async function beginWith(choice) {
  const [sort, name] = choice.split(" ");
  if (sort === "own") {
    keepNow();
    put({ name, text: kept(name) });
  } else {
    take(sort === "empty" ? EMPTY : { name, text: await (await fetch(`games/${name}.rules`)).text() });
  }
}

async function fromLink() {
  try {
    const found = await rulesOf(location.hash);
    if (found) history.replaceState(null, "", location.pathname + location.search);
    return found;
  } catch {
    tell("The rules in this link are not whole. Was all of it copied?");
    return null;
  }
}

async function share() {
  const link = `${location.origin}${location.pathname}#${await fragmentOf(rules())}`;
  history.replaceState(null, "", link);
  try {
    await navigator.clipboard.writeText(link);
    tell(`The link is copied: ${link.length.toLocaleString("en")} letters. The rules are in it; they are sent to nobody else.`);
  } catch {
    tell("The rules are in the address of this page now: copy it from there.");
  }
}

// ---- beside the rules

/** Plays the rules from their beginning, or from the example of a title. */
async function play(example = undefined) {
  select("table");
  turnTo("beside");
  const { show, begin } = await table;
  if (await show(rules())) await begin(example);
}

async function look() {
  part("look").disabled = true;
  part("found").replaceChildren(paragraph("The rules are being played …"));
  try {
    const { found, games } = await (await table).ask("check", { ...rules(), seconds: CHECK_SECONDS });
    const many = found.length === 1 ? "One thing was found." : found.length ? `${found.length} things were found.` : "Nothing was found.";
    const played = games ? ` ${games.toLocaleString("en")} games were played.` : "";
    part("found").replaceChildren(paragraph(many + played), ...found.map(block));
  } catch (wrong) {
    part("found").replaceChildren(block(wrong.message));
  }
  part("look").disabled = false;
}

/** Shows the rulebook, whose page brings its own colors. */
async function showRulebook() {
  const place = part("rulebook");
  const inside = place.shadowRoot ?? place.attachShadow({ mode: "open" });
  inside.replaceChildren(paragraph("The rulebook is being written …"));
  try {
    const { html } = await (await table).ask("rulebook", rules());
    const [style, css] = /<style>([^]*?)<\/style>/.exec(html);
    const page = new DOMParser().parseFromString(html.replace(style, ""), "text/html");
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css.replaceAll(/\bbody\b/g, ":host"));
    inside.adoptedStyleSheets = [sheet];
    const save = document.createElement("button");
    save.textContent = "Download this page";
    save.onclick = () => download(`${rules().name}.html`, html, "text/html");
    inside.replaceChildren(save, ...page.body.childNodes);
    inside.onclick = (event) => {
      const goal = event.target.closest?.("a[href^='#']")?.getAttribute("href").slice(1);
      if (goal === undefined) return;
      event.preventDefault();
      inside.getElementById(goal)?.scrollIntoView();
    };
  } catch (wrong) {
    inside.replaceChildren(block(wrong.message));
  }
}

function paragraph(text) {
  return Object.assign(document.createElement("p"), { textContent: text });
}

function block(text) {
  return Object.assign(document.createElement("pre"), { textContent: text });
}

/** Shows one side, where there is no room for both. */
function turnTo(side) {
  document.body.dataset.side = side;
  part("turn").textContent = side === "write" ? "Beside" : "Rules";
}

function select(name) {
  for (const tab of TABS) {
    const on = tab === name;
    part(tab).hidden = !on;
    part(`tab-${tab}`).setAttribute("aria-selected", on);
    part(`tab-${tab}`).tabIndex = on ? 0 : -1;
  }
}

// ---- it begins

setTheme();
workOffline();
const editor = new Editor(part("editor"), part("state"), changed, play);
const { games } = await (await fetch("site.json")).json();
part("new").onchange = ({ target }) => beginWith(target.value);
part("open").onclick = () => part("file").click();
part("file").onchange = async ({ target }) => {
  const [file] = target.files;
  if (file) take({ name: file.name, text: await file.text() });
  target.value = "";
};
part("name").onchange = () => {
  keep({ name: shownName, text: "" });
  shownName = part("name").value = freeName(rules().name, rules().text);
  keepNow();
  showGames();
};
part("save").onclick = () => download(`${rules().name}.rules`, rules().text);
part("share").onclick = share;
part("play").onclick = () => play();
part("look").onclick = look;
part("turn").onclick = () => turnTo(document.body.dataset.side === "write" ? "beside" : "write");
for (const tab of TABS) part(`tab-${tab}`).onclick = () => select(tab);
part("tab-rulebook").addEventListener("click", showRulebook);
part("tab-table").parentElement.onkeydown = ({ key }) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  const at = TABS.findIndex((tab) => part(`tab-${tab}`) === document.activeElement);
  if (!step || at < 0) return;
  const next = part(`tab-${TABS[(at + step + TABS.length) % TABS.length]}`);
  next.click();
  next.focus();
};
showLessons(part("learn"), { put, take, rules, ask: async (...asked) => (await table).ask(...asked) });
const linked = await fromLink();
const last = lastKept();
put(last?.text ? last : EMPTY);
if (linked) take(linked);
window.addEventListener("hashchange", async () => {
  const found = await fromLink();
  if (found) take(found);
});
window.addEventListener("pagehide", keepNow);
