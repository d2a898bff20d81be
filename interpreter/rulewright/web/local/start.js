/**
 * The page on which a game is played without a server: who plays, with which options, and then the table. Inside the
 * playground (`?inside`) the rules come from there, else they are the game of this site.
 */
import { ask, tableIsThere } from "./connection.js";
import { workOffline } from "./python.js";
import { setTheme } from "./theme.js";

const part = (id) => document.getElementById(id);
const ALL = "all";
let rules = null; // {name, text}
let shown = 0; // how often rules were shown: an answer about older ones counts no more

/** Shows the choices that these rules leave; true if they can be played. */
async function show(given) {
  const mine = ++shown;
  rules = given;
  open("The rules are being read …");
  try {
    const found = await ask("read", given);
    if (mine !== shown) return false;
    part("start-title").textContent = found.title;
    document.title = found.title;
    const chosen = choices();
    const fields = [
      select("players", "Players", found.players.map((count) => [count, count])),
      select("you", "You play", [...seats(Math.max(...found.players)), [ALL, "every player"]]),
      select("level", "The others play", found.levels.map((level) => [level, level]), found.usual),
      ...found.options.map(({ name, title, values }) => select(`option ${name}`, title, [["", "as usual"], ...values.map((value) => [value, value])])),
    ];
    part("start-choices").replaceChildren(...fields);
    for (const field of part("start-choices").querySelectorAll("select")) {
      if ([...field.options].some((option) => option.value === chosen[field.name])) field.value = chosen[field.name];
    }
    open("");
    return true;
  } catch (wrong) {
    if (mine === shown) refuse(wrong.message);
    return false;
  }
}

/** Begins a game as it is chosen, or where the example of a title does, at its setting. */
async function begin(example = undefined) {
  const { players, you, level, ...rest } = choices();
  const options = Object.fromEntries(Object.entries(rest).filter(([, value]) => value).map(([name, value]) => [name.slice("option ".length), value]));
  const count = Number(players);
  const people = you === ALL ? [...Array(count).keys()] : [Math.min(Number(you), count - 1)];
  open("The table is being laid …");
  part("start-button").disabled = true;
  const began = ask("begin", { ...rules, players: count, options, people, level, example });
  began.catch((wrong) => refuse(wrong.message));
  await Promise.race([began, tableIsThere]);
  await import("./main.js");
  part("start").hidden = true;
  part("start-bar").hidden = false;
}

function choices() {
  return Object.fromEntries(new FormData(part("start-form")));
}

function seats(count) {
  return Array.from({ length: count }, (_, seat) => [seat, `player ${seat + 1}`]);
}

function select(name, label, choices, chosen) {
  const field = document.createElement("label");
  const list = document.createElement("select");
  list.name = name;
  list.append(...choices.map(([value, text]) => new Option(text, value, value === chosen, value === chosen)));
  field.append(label, list);
  return field;
}

function open(state) {
  part("start").hidden = false;
  part("start-state").textContent = state;
  part("start-wrong").hidden = true;
  part("start-button").disabled = state !== "";
}

function refuse(why) {
  open("These rules cannot be played yet.");
  part("start-wrong").textContent = why;
  part("start-wrong").hidden = false;
}

part("start-form").addEventListener("submit", (event) => {
  event.preventDefault();
  begin().catch((wrong) => refuse(wrong.message));
});
part("start-again").addEventListener("click", () => open(""));
document.addEventListener("trouble", ({ detail }) => {
  part("trouble").textContent = `The program cannot go on: ${detail}. Load the page anew.`;
  part("trouble").hidden = false;
});
setTheme();

/** What the playground calls, on whose page this one stands. */
window.table = { show, begin, ask };

if (location.search !== "?inside") {
  workOffline();
  const { games: [game] } = await (await fetch("site.json")).json();
  const text = await (await fetch(`games/${game.name}.rules`)).text();
  await show({ name: game.name, text });
}
