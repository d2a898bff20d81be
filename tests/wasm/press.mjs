// The page of the README without a browser: as much of one as it uses. Its buttons are pressed until there are none.
import { readFile } from "node:fs/promises";
import { strictEqual } from "node:assert";
import { webcrypto } from "node:crypto";

class Element {
  children = [];
  textContent = "";
  append(...more) {
    this.children.push(...more);
  }
  replaceChildren(...others) {
    this.children = others;
  }
}
const [seat, moves] = [new Element(), new Element()];
globalThis.document = { getElementById: (id) => ({ seat, moves })[id], createElement: () => new Element() };
globalThis.crypto ??= webcrypto;
globalThis.fetch = async (name) => ({
  json: async () => JSON.parse(await readFile(name, "utf8")),
  arrayBuffer: async () => readFile(name),
});
await import("./page.mjs");
let pressed = 0;
for (; moves.children.length; pressed += 1) {
  const [button] = moves.children.at(-1).children;
  strictEqual(typeof button.textContent, "string");
  button.onclick();
}
console.log(JSON.stringify({ pressed, said: seat.textContent }));
