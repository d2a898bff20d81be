// `node tokens.js`: a JSON list of texts comes in; out goes, for each line of each text, a list of tokens, which are texts
// with their scopes, as the engine of VS Code finds them.
"use strict";

const fs = require("fs");
const path = require("path");
const oniguruma = require("vscode-oniguruma");
const { INITIAL, parseRawGrammar, Registry } = require("vscode-textmate");

const file = path.join(__dirname, "syntaxes", "rules.tmLanguage.json");

async function main() {
  await oniguruma.loadWASM(fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(fs.readFileSync(file, "utf8"), file),
  });
  const grammar = await registry.loadGrammar("source.rules");
  const read = (text) => {
    let stack = INITIAL;
    return text.split("\n").map((line) => {
      const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
      stack = ruleStack;
      return tokens.map(({ startIndex, endIndex, scopes }) => [line.slice(startIndex, endIndex), scopes.at(-1)]);
    });
  };
  process.stdout.write(JSON.stringify(JSON.parse(fs.readFileSync(0, "utf8")).map(read)));
}

main();
