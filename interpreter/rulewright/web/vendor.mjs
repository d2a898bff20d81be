/**
 * Copies the libraries of the page out of node_modules to page/vendor, each with its licence, and lets them import each
 * other by their paths, since the page has no build step. What the playground's editor needs of CodeMirror becomes one
 * file in playground/vendor. Run it by `npm run vendor`.
 */
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { buildSync } from "esbuild";

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

const EDITOR = new URL("playground/vendor/", import.meta.url);
const { metafile } = buildSync({
  entryPoints: [new URL("codemirror.mjs", import.meta.url).pathname],
  outfile: new URL("codemirror.js", EDITOR).pathname,
  absWorkingDir: new URL(".", import.meta.url).pathname,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  metafile: true,
});
const PACKAGE = /node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const packages = new Set(Object.keys(metafile.inputs).map((path) => PACKAGE.exec(path)?.[1]).filter(Boolean));
const licences = [...packages].sort().map((name) => {
  const folder = new URL(`${name}/`, MODULES);
  const file = readdirSync(folder).find((each) => /^licen[sc]e/i.test(each));
  return `${name}\n\n${readFileSync(new URL(file, folder), "utf8").trim()}\n`;
});
writeFileSync(new URL("codemirror.LICENSE", EDITOR), licences.join("\n----\n\n"));
