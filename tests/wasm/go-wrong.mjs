// node go-wrong.mjs SEED: makes the first move until the rules go wrong; prints what the host says of it.
import { readFile } from "node:fs/promises";
import { open } from "./host.mjs";

const tables = JSON.parse(await readFile("game.json", "utf8"));
const game = await open(await readFile("game.wasm"), tables);
try {
  game.begin(process.argv[2]);
  while (!game.over) {
    game.moves(game.deciders[0]);
    game.play(game.deciders[0], 0);
  }
} catch (fault) {
  console.log(fault.message);
}
