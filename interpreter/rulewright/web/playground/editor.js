/** The editor: CodeMirror, which asks the language server in a worker, as other editors ask it as a program. */
import {
  Decoration, EditorState, EditorView, LSPClient, LSPPlugin, StateEffect, StateField, WidgetType, acceptCompletion, closeBrackets,
  closeBracketsKeymap, completionKeymap, defaultKeymap, drawSelection, findReferencesKeymap, formatKeymap,
  highlightActiveLine, highlightActiveLineGutter, highlightSelectionMatches, history, historyKeymap, hoverTooltips,
  indentLess, indentMore, indentUnit, jumpToDefinitionKeymap, keymap, lineNumbers, lintGutter, lintKeymap, renameKeymap,
  searchKeymap, serverCompletion, serverDiagnostics, setDiagnostics, signatureHelp,
} from "./vendor/codemirror.js";
import { startPython } from "./python.js";
import { harmless } from "./harmless.js";

const DOCUMENT = "file:///game.rules";
const INDENT = "    ";
const PATIENCE_MS = 60_000;
const PLAY = "rulewright.play";
const SEVERITIES = ["", "error", "warning", "info", "hint"];

/** Decorations that an effect brings, and that move along while somebody types. */
const decorated = (effect) =>
  StateField.define({
    create: () => Decoration.none,
    update(before, { changes, effects }) {
      const found = effects.find((each) => each.is(effect));
      return found ? found.value : before.map(changes);
    },
    provide: (field) => EditorView.decorations.from(field),
  });

/** What each word is, and what stands above paragraphs. */
const [colored, lensed] = [StateEffect.define(), StateEffect.define()];

/** What is known of a paragraph, in a line above it; what can be done is a button. */
class Lenses extends WidgetType {
  constructor(lenses, run) {
    super();
    Object.assign(this, { lenses, run, told: JSON.stringify(lenses) });
  }

  eq({ told }) {
    return told === this.told;
  }

  toDOM() {
    const line = Object.assign(document.createElement("div"), { className: "lenses" });
    for (const command of this.lenses) {
      const part = document.createElement("button");
      part.textContent = command.title;
      part.onclick = () => this.run(command);
      line.append(part);
    }
    return line;
  }
}

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", fontSize: "14px" },
  ".cm-scroller": { fontFamily: "ui-monospace, Menlo, Consolas, monospace", lineHeight: "1.5" },
  ".cm-gutters": { background: "transparent", color: "var(--soft)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { background: "color-mix(in srgb, var(--accent) 7%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { background: "color-mix(in srgb, var(--accent) 26%, transparent) !important" },
  ".cm-tooltip, .cm-panels": { background: "var(--panel)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-tooltip pre": { whiteSpace: "pre-wrap" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--accent)", color: "var(--on-accent)" },
  ".cm-diagnosticAction": { background: "var(--accent)", color: "var(--on-accent)" },
  ".lenses": { display: "flex", flexWrap: "wrap", gap: "4px", padding: "2px 6px 0", color: "var(--soft)", fontSize: "12px" },
  ".lenses button": { padding: "0 6px", border: "0", borderRadius: "6px", background: "transparent", color: "inherit", font: "inherit", cursor: "pointer" },
  ".lenses button:hover, .lenses button:focus-visible": { background: "var(--accent)", color: "var(--on-accent)" },
  ".cm-lsp-message": { maxHeight: "40vh", overflow: "auto", whiteSpace: "pre-wrap" },
  ".is-keyword": { color: "light-dark(#7a3e9d, #cf9fe8)" },
  ".is-type, .is-function, .is-method": { color: "light-dark(#0b63a5, #82bdf0)" },
  ".is-property, .is-parameter, .is-variable": { color: "light-dark(#8a4a00, #ebb26c)" },
  ".is-string": { color: "light-dark(#28702f, #93cf96)" },
  ".is-number": { color: "light-dark(#a3303e, #f09aa4)" },
  ".is-comment": { color: "var(--soft)", fontStyle: "italic" },
});

/**
 * An editor in `place`, which tells in `state` how the rules stand, calls `changed` after each change, and `play` with the
 * title of an example from which somebody wants to play.
 */
export class Editor {
  constructor(place, state, changed, play) {
    Object.assign(this, { state, play });
    this.client = new LSPClient({
      timeout: PATIENCE_MS,
      sanitizeHTML: harmless,
      notificationHandlers: { "textDocument/publishDiagnostics": (_, told) => this.hear(told) },
      extensions: [serverCompletion(), hoverTooltips(), signatureHelp(), serverDiagnostics()],
    });
    const keys = [
      { key: "Tab", run: acceptCompletion }, { key: "Tab", run: indentMore, shift: indentLess },
      ...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap,
      ...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap,
    ];
    const root = place.attachShadow({ mode: "open" }); // there styles need no exception of the page's policy
    this.view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        extensions: [
          lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), highlightSelectionMatches(), drawSelection(),
          history(), closeBrackets(), indentUnit.of(INDENT), lintGutter(), decorated(colored), decorated(lensed), theme, EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": "Rules; Escape, then Tab, leaves the editor", tabindex: "0" }),
          EditorView.updateListener.of((update) => update.docChanged && changed()),
          this.client.plugin(DOCUMENT, "rulewright"), keymap.of(keys),
        ],
      }),
    });
    this.connect();
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** Puts another text in the place of what stands there. */
  replace(text) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 } });
  }

  /** Starts the language server; nothing is asked before it is there, since answers are not waited for without end. */
  connect() {
    const handlers = new Set();
    const hear = (message) => handlers.forEach((handler) => handler(JSON.stringify(message)));
    const trouble = (why) => (this.state.textContent = `The rules are not read any more: ${why}`);
    const transport = {
      send: (message) => python.send(JSON.parse(message)),
      subscribe: (handler) => handlers.add(handler),
      unsubscribe: (handler) => handlers.delete(handler),
    };
    const python = startPython("editing", hear, trouble, () => this.client.connect(transport));
  }

  /** What the server answers of the document; null where that comes too late, for another one follows each change. */
  ask(method, more = {}) {
    return this.client.request(method, { textDocument: { uri: DOCUMENT }, ...more }).catch(() => null);
  }

  /** Shows what was found in the text, if it is still that text; its colors and repairs are asked for. */
  hear({ uri, version, diagnostics }) {
    const plugin = LSPPlugin.get(this.view);
    const file = this.client.workspace.getFile(uri);
    if (!plugin || !file || (version != null && version !== file.version)) return true;
    const doc = plugin.syncedDoc;
    const at = (position) => plugin.unsyncedChanges.mapPos(plugin.fromPosition(position, doc));
    const found = diagnostics.map(({ range, severity, message, code }) => ({
      from: at(range.start), to: at(range.end), severity: SEVERITIES[severity ?? 1], message, source: code,
    }));
    this.view.dispatch(setDiagnostics(this.view.state, found));
    this.say(found);
    this.color(doc);
    this.lens(doc);
    if (found.length) this.repair(doc, found);
    return true;
  }

  say(found) {
    const { doc } = this.view.state;
    const [first] = found;
    const many = `${found.length} ${found.length === 1 ? "thing" : "things"} found`;
    const told = first ? `${many}; line ${doc.lineAt(first.from).number}: ${first.message}` : "Nothing is wrong as far as reading shows.";
    this.state.textContent = doc.toString().trim() ? told : "Write rules here, or begin with a game that there is: New …";
  }

  /** Colors each word by what it is. */
  async color(doc) {
    const found = await this.ask("textDocument/semanticTokens/full");
    if (!found || !this.view.state.doc.eq(doc)) return;
    const legend = this.client.serverCapabilities.semanticTokensProvider.legend.tokenTypes;
    const marks = [];
    let [line, column] = [1, 0];
    for (let place = 0; place < found.data.length; place += 5) {
      const [lines, columns, length, sort] = found.data.slice(place, place + 4);
      line += lines;
      column = lines ? columns : column + columns;
      const from = doc.line(line).from + column;
      if (length) marks.push(Decoration.mark({ class: `is-${legend[sort]}` }).range(from, from + length));
    }
    this.view.dispatch({ effects: colored.of(Decoration.set(marks, true)) });
  }

  /** Shows above each paragraph what is known of it, and what can be done with it. */
  async lens(doc) {
    const found = await this.ask("textDocument/codeLens");
    if (!found || !this.view.state.doc.eq(doc)) return;
    const lines = Map.groupBy(found, ({ range }) => range.start.line);
    const widgets = [...lines].map(([line, lenses]) => {
      const widget = new Lenses(lenses.map(({ command }) => command), (command) => this.carryOut(command));
      return Decoration.widget({ widget, block: true, side: -1 }).range(doc.line(line + 1).from);
    });
    this.view.dispatch({ effects: lensed.of(Decoration.set(widgets, true)) });
  }

  /** The server shows what comes of a command in the editor; a game is played beside it. */
  carryOut({ command, arguments: [uri, about] }) {
    if (command === PLAY) this.play(about);
    else this.client.request("workspace/executeCommand", { command, arguments: [uri, about] }).catch(() => null);
  }

  /** Offers the repairs that the server has tried. */
  async repair(doc, found) {
    const range = { start: { line: 0, character: 0 }, end: { line: doc.lines, character: 0 } };
    const repairs = await this.ask("textDocument/codeAction", { range, context: { diagnostics: [] } });
    if (!repairs?.length || !this.view.state.doc.eq(doc)) return;
    const place = ({ line, character }) => (line < doc.lines ? doc.line(line + 1).from + character : doc.length);
    const actions = ({ from, to, message }) =>
      repairs
        .filter(({ diagnostics: [one] }) => one.message === message && place(one.range.start) === from && place(one.range.end) === to)
        .map(({ title, edit }) => ({
          name: title,
          apply: (view) => {
            const changes = edit.changes[DOCUMENT].map((each) => ({ from: place(each.range.start), to: place(each.range.end), insert: each.newText }));
            if (view.state.doc.eq(doc)) view.dispatch({ changes });
          },
        }));
    this.view.dispatch(setDiagnostics(this.view.state, found.map((each) => ({ ...each, actions: actions(each) }))));
  }
}
