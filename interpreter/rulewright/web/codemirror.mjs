/** What the playground's editor needs of CodeMirror, in one file: `npm run vendor` bundles it. */
export { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
export { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
export { codeFolding, foldGutter, indentUnit } from "@codemirror/language";
export { lintGutter, lintKeymap, openLintPanel, setDiagnostics } from "@codemirror/lint";
export {
  LSPClient, LSPPlugin, findReferencesKeymap, formatKeymap, hoverTooltips, jumpToDefinitionKeymap, renameKeymap,
  serverCompletion, serverDiagnostics, signatureHelp,
} from "@codemirror/lsp-client";
export { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
export { EditorState, StateEffect, StateField } from "@codemirror/state";
export {
  Decoration, EditorView, ViewPlugin, WidgetType, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers,
} from "@codemirror/view";
export { marked } from "marked";
