/**
 * The way to the table where Python plays it within this page, in the place of the server's socket: the same messages go
 * to a worker and come from it.
 */
import { startPython } from "./python.js";

const VERSION = 1;
const waiting = new Map(); // the questions without an answer, by their number
const early = []; // what the table has told before the page listens
let [number, hears, firstMessage] = [0, null, null];

const worker = startPython("playing", take, (why) => document.dispatchEvent(new CustomEvent("trouble", { detail: why })));

function take({ id, message, ...answer }) {
  if (message && hears) hears(message);
  else if (message) {
    early.push(message);
    firstMessage?.();
  } else {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (answer.wrong === undefined) resolve(answer);
    else reject(new Error(answer.wrong));
  }
}

/** Asks Python to do something (see in_browser.py); rejects with what is wrong. */
export function ask(what, fields = {}) {
  const id = ++number;
  worker.send({ do: what, id, ...fields });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

/** Settles as soon as the first table tells something. */
export const tableIsThere = new Promise((resolve) => (firstMessage = resolve));

/** As the server's `connect`: `hear(message)` for each message, `state(connected)`; gives `say(type, fields)`. */
export function connect(_address, _secret, hear, state) {
  queueMicrotask(() => {
    hears = hear;
    state(true);
    for (const message of early.splice(0)) hear(message);
  });
  let said = 0;
  return {
    say(type, fields = {}) {
      const message = { v: VERSION, type, id: ++said, ...fields };
      ask("say", { message }).catch(({ message: text }) => hear({ v: VERSION, type: "refused", why: "fault", text }));
      return said;
    },
  };
}
