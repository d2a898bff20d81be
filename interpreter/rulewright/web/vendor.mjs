/**
 * Copies the libraries of the page out of node_modules to page/vendor, each with its licence, and lets them import each
 * other by their paths, since the page has no build step. Run it by `npm run vendor`.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

const FILES = {
  "preact/dist/preact.mjs": "preact.mjs",
  "preact/hooks/dist/hooks.mjs": "hooks.mjs",
  "htm/dist/htm.mjs": "htm.mjs",
};
const LICENCES = { "preact/LICENSE": "preact.LICENSE", "htm/LICENSE": "htm.LICENSE" };
const VENDOR = new URL("page/vendor/", import.meta.url);
const MODULES = new URL("node_modules/", import.meta.url);

mkdirSync(VENDOR, { recursive: true });
for (const [from, to] of Object.entries(FILES)) {
  const text = readFileSync(new URL(from, MODULES), "utf8");
  const alone = text.replace(/from\s*"preact"/g, 'from"./preact.mjs"').replace(/\n\/\/# sourceMappingURL=.*/, "");
  writeFileSync(new URL(to, VENDOR), alone.endsWith("\n") ? alone : `${alone}\n`);
}
for (const [from, to] of Object.entries(LICENCES)) copyFileSync(new URL(from, MODULES), new URL(to, VENDOR));
