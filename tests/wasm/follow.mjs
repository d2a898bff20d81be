// node follow.mjs game.wasm record.jsonl …: does the module tell the story of each record, word for word?
// Prints how many decisions there were, and the last position.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { open } from "./host.mjs";

const [path, ...records] = process.argv.slice(2);
const tables = JSON.parse(await readFile(path.replace(/\.wasm$/, ".json"), "utf8"));
for (const each of players(tables)) each.names = each.names.map((_, seat) => seat);
const game = await open(await readFile(path), tables);
let decisions = 0;
for (const record of records) {
  const lines = (await readFile(record, "utf8")).trim().split("\n");
  const [seed, number] = ["seed", "number"].map((key) => BigInt(lines[0].match(`"${key}":(\\d+)`)[1]));
  follow(record, seed, number, lines.map((line) => JSON.parse(line)));
}
console.log(JSON.stringify({ decisions, position: game.position() }));

function follow(name, seed, number, [header, ...lines]) {
  const { sha256, players, options } = tables.game;
  assert.deepEqual([header.rules, header.players, header.options], [sha256, players, options]);
  game.begin(seed, number);
  lines.forEach((line, at) => {
    const where = `${name}, line ${at + 2}`;
    if ("chance" in line) happened(line, where);
    else if ("move" in line) decided(line, where);
    else ended(line, where);
  });
  assert.ok(game.over, `${name} is over`);
}

function happened(line, where) {
  const { kind, label, outcome } = game.told.shift();
  const told = { chance: kind, what: label.replaceAll(" ", "-"), outcome };
  assert.deepEqual(told, line, where);
}

function decided(line, where) {
  assert.ok(game.told.length === 0, where);
  assert.equal(game.deciders[0], line.seat, where);
  const moves = game.moves(line.seat);
  assert.deepEqual(moves, line.legal, where);
  game.play(line.seat, moves.findIndex((move) => JSON.stringify(move) === JSON.stringify(line.move)));
  decisions += 1;
}

function ended(line, where) {
  assert.ok(game.over && game.told.length === 0, where);
  assert.deepEqual({ end: true, ...game.result() }, line, where);
}

// The arguments that are players: records write the numbers of their seats.
function players(value) {
  if (value === null || typeof value !== "object") return [];
  return [...(value.players === true ? [value] : []), ...Object.values(value).flatMap(players)];
}
