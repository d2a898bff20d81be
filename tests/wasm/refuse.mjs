// node refuse.mjs: tries what a host must not pass on; prints what it says, then that the game goes on all the same.
import { readFile } from "node:fs/promises";
import { open } from "./host.mjs";

const tables = JSON.parse(await readFile("game.json", "utf8"));
const game = await open(await readFile("game.wasm"), tables);
const told = [];
attempt(() => game.play(0, 0));
attempt(() => game.result());
game.begin(1);
attempt(() => game.play(1, 0));
attempt(() => game.play("0", 0));
attempt(() => game.play(0, 9));
attempt(() => game.play(0, -1));
attempt(() => game.play(0, 0.5));
attempt(() => game.play(0, "0"));
attempt(() => game.play(0));
attempt(() => game.result());
const others = game.moves(1);
while (!game.over) game.play(game.deciders[0], 0);
attempt(() => game.play(0, 0));
console.log(JSON.stringify({ told, others, after: game.moves(0), result: game.result() }));

function attempt(wrong) {
  try {
    wrong();
    told.push("nothing is refused");
  } catch (refused) {
    told.push(refused.message);
  }
}
