// Starts the language server, and connects it with the editor. All that is known of the language is said by the server.
"use strict";

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const [command, ...args] = workspace.getConfiguration("rulewright").get("command");
  client = new LanguageClient("rulewright", "Rulewright", { command, args }, { documentSelector: [{ language: "rules" }] });
  await client.start();
};

exports.deactivate = () => client?.stop();
