"""The language server: what an editor asks by its protocol, answered by the functions of this package.

It reads a text at once after each change, tells what is surely wrong, and lets the whole reading and play follow in the
background as soon as nobody types.
"""

import asyncio
import gc
import json
from collections.abc import Callable
from functools import partial
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from attrs import define, field, frozen
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from rulewright import __version__
from rulewright.editor import colors, hints, hover, names, outline, repairs, same_names
from rulewright.editor.background import Background, News, ReadAtOnce
from rulewright.editor.completion import Item, completions
from rulewright.editor.document import Document, edited, opened, told_at_once
from rulewright.editor.positions import Place, Written
from rulewright.language.diagnostics import Diagnostic, Edit
from rulewright.language.render import shown_prose
from rulewright.language.span import Span

AT_ONCE_S: Final = 0.02
"""So long after a change it is read: what comes together is read once."""
QUIET_S: Final = 0.3
"""So long nobody has typed when the whole reading begins."""
SOURCE: Final = "rulewright"
SEVERITIES: Final = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "suspicion": lsp.DiagnosticSeverity.Information,
}


@define
class Open:
    """A text that an editor shows: its newest version; as it was read last; what was `told` of it at once, and by the
    `whole` reading and play; in how many `games` it was played; what is waited for."""

    uri: str
    version: int | None
    document: Document
    background: Background | ReadAtOnce
    stale: bool = False
    told: list[Diagnostic] = field(factory=list)
    whole: list[Diagnostic] | None = None
    games: int | None = None
    waiting: asyncio.TimerHandle | None = None


@define
class Desk:
    """All that an editor shows, and what looks at each text while nobody types."""

    server: LanguageServer
    background: Callable[[], Background | ReadAtOnce]
    texts: dict[str, Open] = field(factory=dict)

    # ---- what changes

    def open(self, params: lsp.DidOpenTextDocumentParams) -> None:
        """A text is shown."""
        item = params.text_document
        encoding = lsp.PositionEncodingKind(self.server.workspace.position_encoding or "utf-16").value
        document = opened(_name(item.uri), item.text, encoding)
        self.texts[item.uri] = Open(item.uri, item.version, document, self.background())
        self._at_once(self.texts[item.uri])
        gc.freeze()  # what the language has, and this text: nobody looks through it for circles after each key

    def change(self, params: lsp.DidChangeTextDocumentParams) -> None:
        """It was edited: what is looked at in the background is a text that is no more."""
        text = self.texts[params.text_document.uri]
        text.version, text.stale, text.whole, text.games = params.text_document.version, True, None, None
        text.background.stop()
        self._later(text, AT_ONCE_S, self._at_once)

    def close(self, params: lsp.DidCloseTextDocumentParams) -> None:
        """It is shown no more."""
        text = self.texts.pop(params.text_document.uri)
        self._later(text, 0, None)
        text.background.close()
        text.told, text.whole = [], None
        self._publish(text)

    def end(self) -> None:
        """Nothing is shown any more."""
        for text in self.texts.values():
            self._later(text, 0, None)
            text.background.close()
        self.texts.clear()

    def _later(self, text: Open, seconds: float, do: Callable[[Open], None] | None) -> None:
        if text.waiting is not None:
            text.waiting.cancel()
        text.waiting = None if do is None else asyncio.get_running_loop().call_later(seconds, do, text)

    def _at_once(self, text: Open) -> None:
        text.told = told_at_once(self._read(text))
        self._publish(text)
        self._later(text, QUIET_S, self._wholly)

    def _wholly(self, text: Open) -> None:
        loop, version = asyncio.get_running_loop(), text.version

        def hear(news: News) -> None:
            loop.call_soon_threadsafe(self._heard, text, version, news)

        text.background.begin(text.document.source.name, text.document.written.text, hear)

    def _heard(self, text: Open, version: int | None, news: News) -> None:
        if version != text.version or text.uri not in self.texts:
            return
        if news.stage == "done":
            text.games = news.games
            capabilities = self.server.client_capabilities.workspace
            if capabilities and capabilities.code_lens and capabilities.code_lens.refresh_support:
                self.server.workspace_code_lens_refresh(None)
            return
        text.whole = [*news.found] if news.stage == "read" else [*(text.whole or ()), *news.found]
        self._publish(text)

    def _publish(self, text: Open) -> None:
        found, written = text.told if text.whole is None else text.whole, text.document.written
        told = [diagnostic(written, text.uri, one) for one in found]
        self.server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(text.uri, told, text.version))

    def _read(self, text: Open) -> Document:
        if text.stale:
            source = self.server.workspace.get_text_document(text.uri).source
            text.document, text.stale = edited(text.document, source), False
        return text.document

    # ---- what is asked

    def at(self, uri: str) -> Document:
        """The newest version of a text."""
        return self._read(self.texts[uri])

    def repair(self, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        """The repairs that have been tried, for what stands in a stretch."""
        uri, text = params.text_document.uri, self.texts[params.text_document.uri]
        written = self.at(uri).written
        found = repairs.repairs(written.source, text.whole or (), span(written, params.range))
        return [
            lsp.CodeAction(
                each.title,
                lsp.CodeActionKind.QuickFix,
                diagnostics=[diagnostic(written, uri, each.finding)],
                is_preferred=each.sure,
                edit=lsp.WorkspaceEdit(changes={uri: [text_edit(written, each.edit)]}),
            )
            for each in found
        ]

    def lay_out(self, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        """The text in its canonical layout; nothing where it is none."""
        document = self.at(params.text_document.uri)
        if document.unreadable:
            return []
        return [text_edit(document.written, each) for each in repairs.layout(document.source)]

    def outline(self, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        """The outline."""
        document = self.at(params.text_document.uri)
        return [symbol(document.written, each) for each in outline.outline(document)]

    def fold(self, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        """What can be folded away."""
        return [lsp.FoldingRange(*each) for each in outline.folds(self.at(params.text_document.uri))]

    def hover(self, params: lsp.HoverParams) -> lsp.Hover | None:
        """What is told of the word at a place."""
        text, document = self.texts[params.text_document.uri], self.at(params.text_document.uri)
        told = hover.told(document, offset(document.written, params.position), (*(text.whole or text.told),))
        if told is None:
            return None
        at, said = told
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, said), extent(document.written, at))

    def definition(self, params: lsp.DefinitionParams) -> list[lsp.Location]:
        """Where a name is declared; several places where several things are called so."""
        uri, document = params.text_document.uri, self.at(params.text_document.uri)
        found = same_names.declarations(document, offset(document.written, params.position))
        return [lsp.Location(uri, extent(document.written, each.at)) for each in found]

    def references(self, params: lsp.ReferenceParams) -> list[lsp.Location]:
        """Where a name stands."""
        uri, document = params.text_document.uri, self.at(params.text_document.uri)
        at = offset(document.written, params.position)
        shown = params.context.include_declaration
        hidden = set[Span]() if shown else {each.at for each in same_names.declarations(document, at)}
        places = (each for each in same_names.uses(document, at) if each not in hidden)
        return [lsp.Location(uri, extent(document.written, each)) for each in places]

    def can_rename(self, params: lsp.PrepareRenameParams) -> lsp.Range | None:
        """The name at a place, if it can have another one."""
        document = self.at(params.text_document.uri)
        at = offset(document.written, params.position)
        word = names.word_at(document.source, at)
        return None if word is None or names.meant(document, at) is None else extent(document.written, word)

    def rename(self, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        """Another name for a name; why it cannot be so is an error, which editors show."""
        uri, document = params.text_document.uri, self.at(params.text_document.uri)
        edits = names.renamed(document, offset(document.written, params.position), params.new_name)
        if isinstance(edits, names.Refused):
            raise JsonRpcException(edits.why, lsp.LSPErrorCodes.RequestFailed)
        return lsp.WorkspaceEdit(changes={uri: [text_edit(document.written, each) for each in edits]})

    def complete(self, params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        """What may stand at a place."""
        document = self.at(params.text_document.uri)
        found = completions(document, offset(document.written, params.position))
        return [completion(each, place) for place, each in enumerate(found)]

    def sign(self, params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        """How what is called around a place is called."""
        document = self.at(params.text_document.uri)
        found = hints.signatures(document, offset(document.written, params.position))
        told = [
            lsp.SignatureInformation(
                each.label,
                each.said,
                [lsp.ParameterInformation(param) for param in each.params],
                min(each.active, len(each.params) - 1),
            )
            for each in found
        ]
        return lsp.SignatureHelp(told, 0, told[0].active_parameter) if told else None

    def hint(self, params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        """The types of what `let` names."""
        written = self.at(params.text_document.uri).written
        found = hints.types_of_lets(self.at(params.text_document.uri), span(written, params.range))
        return [lsp.InlayHint(position(written.place(place)), said, lsp.InlayHintKind.Type) for place, said in found]

    def lenses(self, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        """What stands above paragraphs."""
        uri, text = params.text_document.uri, self.texts[params.text_document.uri]
        document = self.at(uri)
        found = hints.lenses(document, text.told if text.whole is None else text.whole, text.games)
        return [
            lsp.CodeLens(
                extent(document.written, each.at), lsp.Command(each.text, each.command, arguments=[uri, each.about])
            )
            for each in found
        ]

    def color(self, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        """What each word is, each place told by how far it is from the one before."""
        document, data = self.at(params.text_document.uri), list[int]()
        line = column = 0
        for each, what in colors.colors(document):
            start, end = document.written.stretch(each)
            if start.line == end.line:
                data += (start.line - line, start.column - (column if start.line == line else 0))
                data += (end.column - start.column, colors.LEGEND.index(what), 0)
                line, column = start.line, start.column
        return lsp.SemanticTokens(data)

    def run_example(self, uri: str, title: str) -> str:
        """What becomes of an example, also shown."""
        return self._shown(hints.example_told(self.at(uri).source, title))

    def play(self, uri: str, title: str) -> str:
        """The command that plays from an example, for a terminal; also shown."""
        return self._shown(hints.played_from(unquote(urlsplit(uri).path), title))

    def tell_rule(self, uri: str, name: str) -> str:
        """What the rulebook says of a rule, also shown."""
        said = hover.rulebook_sentence(self.at(uri), name)
        return self._shown(said or "The rulebook is written when nothing is wrong with the rules.")

    def tell_stated(self, _: str, said: str) -> str:
        """What became of an invariant or secret, shown: an editor that runs a lens tells it."""
        return self._shown(said)

    def _shown(self, said: str) -> str:
        self.server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, said))
        return said


def _name(uri: str) -> str:
    """What a text is called in its findings: the last part of where it lies."""
    return unquote(urlsplit(uri).path).rpartition("/")[2] or uri


# ---- from plain data to what is said in the protocol, and back


def position(place: Place) -> lsp.Position:
    """A place."""
    return lsp.Position(place.line, place.column)


def extent(written: Written, stretch: Span) -> lsp.Range:
    """A stretch."""
    return lsp.Range(*map(position, written.stretch(stretch)))


def offset(written: Written, at: lsp.Position) -> int:
    """The letter at a place."""
    return written.offset(Place(at.line, at.character))


def span(written: Written, asked: lsp.Range) -> Span:
    """A stretch that is asked for."""
    return Span(offset(written, asked.start), offset(written, asked.end))


def text_edit(written: Written, edit: Edit) -> lsp.TextEdit:
    """An edit."""
    return lsp.TextEdit(extent(written, edit.span), edit.text)


def diagnostic(written: Written, uri: str, one: Diagnostic) -> lsp.Diagnostic:
    """A finding, with the second place that it speaks of."""
    related = None
    if one.also is not None:
        place = lsp.Location(uri, extent(written, one.also.span))
        related = [lsp.DiagnosticRelatedInformation(place, one.also.what)]
    return lsp.Diagnostic(
        extent(written, one.span),
        shown_prose(one.message),
        severity=SEVERITIES[one.severity],
        code=one.code,
        source=SOURCE,
        related_information=related,
    )


SYMBOLS: Final = {
    "game": lsp.SymbolKind.File,
    "option": lsp.SymbolKind.Property,
    "type": lsp.SymbolKind.Enum,
    "component": lsp.SymbolKind.Class,
    "places": lsp.SymbolKind.Array,
    "fields": lsp.SymbolKind.Struct,
    "field": lsp.SymbolKind.Field,
    "attribute": lsp.SymbolKind.Property,
    "value": lsp.SymbolKind.EnumMember,
    "course": lsp.SymbolKind.Module,
    "phase": lsp.SymbolKind.Module,
    "procedure": lsp.SymbolKind.Function,
    "action": lsp.SymbolKind.Method,
    "choice": lsp.SymbolKind.Interface,
    "whenever": lsp.SymbolKind.Event,
    "definition": lsp.SymbolKind.Function,
    "scoring": lsp.SymbolKind.Number,
    "invariant": lsp.SymbolKind.Boolean,
    "secret": lsp.SymbolKind.Key,
    "example": lsp.SymbolKind.Constant,
    "accepted": lsp.SymbolKind.String,
    "about": lsp.SymbolKind.String,
    "looks": lsp.SymbolKind.Object,
    "unread": lsp.SymbolKind.Null,
}
"""How editors picture what stands in an outline."""


def symbol(written: Written, each: outline.Symbol) -> lsp.DocumentSymbol:
    """A part of the outline with its parts."""
    return lsp.DocumentSymbol(
        each.name or "…",
        SYMBOLS[each.sort],
        extent(written, each.span),
        extent(written, each.at),
        detail=each.detail or None,
        children=[symbol(written, part) for part in each.parts],
    )


KINDS: Final = {
    "snippet": lsp.CompletionItemKind.Snippet,
    "keyword": lsp.CompletionItemKind.Keyword,
    "type": lsp.CompletionItemKind.Class,
    "field": lsp.CompletionItemKind.Field,
    "value": lsp.CompletionItemKind.EnumMember,
    "local": lsp.CompletionItemKind.Variable,
    "question": lsp.CompletionItemKind.Property,
    "procedure": lsp.CompletionItemKind.Function,
    "definition": lsp.CompletionItemKind.Function,
    "action": lsp.CompletionItemKind.Method,
}
"""How editors picture what may stand at a place."""


def completion(each: Item, place: int) -> lsp.CompletionItem:
    """What may stand at a place; editors keep the order."""
    return lsp.CompletionItem(
        each.label,
        kind=KINDS.get(each.sort, lsp.CompletionItemKind.Text),
        detail=each.detail or None,
        sort_text=f"{place:05}",
        insert_text=each.written,
        insert_text_format=lsp.InsertTextFormat.Snippet if each.gaps else None,
    )


# ---- the server

Asked = Callable[[Desk, Any], Any]
FEATURES: Final[tuple[tuple[str, Asked, object], ...]] = (
    (lsp.TEXT_DOCUMENT_DID_OPEN, Desk.open, None),
    (lsp.TEXT_DOCUMENT_DID_CHANGE, Desk.change, None),
    (lsp.TEXT_DOCUMENT_DID_CLOSE, Desk.close, None),
    (lsp.TEXT_DOCUMENT_CODE_ACTION, Desk.repair, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix])),
    (lsp.TEXT_DOCUMENT_FORMATTING, Desk.lay_out, None),
    (lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, Desk.outline, None),
    (lsp.TEXT_DOCUMENT_FOLDING_RANGE, Desk.fold, None),
    (lsp.TEXT_DOCUMENT_HOVER, Desk.hover, None),
    (lsp.TEXT_DOCUMENT_DEFINITION, Desk.definition, None),
    (lsp.TEXT_DOCUMENT_REFERENCES, Desk.references, None),
    (lsp.TEXT_DOCUMENT_PREPARE_RENAME, Desk.can_rename, None),
    (lsp.TEXT_DOCUMENT_COMPLETION, Desk.complete, lsp.CompletionOptions(trigger_characters=["'", " ", "("])),
    (lsp.TEXT_DOCUMENT_SIGNATURE_HELP, Desk.sign, lsp.SignatureHelpOptions(["(", ","])),
    (lsp.TEXT_DOCUMENT_INLAY_HINT, Desk.hint, None),
    (lsp.TEXT_DOCUMENT_CODE_LENS, Desk.lenses, None),
    (lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, Desk.color, lsp.SemanticTokensLegend([*colors.LEGEND], [])),
    (lsp.TEXT_DOCUMENT_RENAME, Desk.rename, lsp.RenameOptions(prepare_provider=True)),
)
"""What an editor may ask or tell, who answers it, and how the protocol wants that announced."""

COMMANDS: Final[dict[str, Callable[[Desk, str, str], str]]] = {
    hints.EXAMPLE: Desk.run_example,
    hints.PLAY: Desk.play,
    hints.RULEBOOK: Desk.tell_rule,
    hints.STATED: Desk.tell_stated,
}
"""What a lens carries out: it is given the text, and what the lens is about."""


def server(background: Callable[[], Background | ReadAtOnce]) -> LanguageServer:
    """A server that has not begun to listen; `background` makes what looks at a text while nobody types."""
    # a change is the whole text: pygls ends lines at letters, such as a form feed, at which editors end none
    made = LanguageServer("rulewright", __version__, lsp.TextDocumentSyncKind.Full)
    desk = Desk(made, background)
    for name, answer, options in FEATURES:
        made.feature(name, options)(partial(answer, desk))

    for name, carry_out in COMMANDS.items():
        made.command(name)(_bound(desk, carry_out))

    def end(_: None) -> None:
        desk.end()

    made.feature(lsp.SHUTDOWN)(end)
    return made


def _bound(desk: Desk, carry_out: Callable[[Desk, str, str], str]) -> Callable[[str, str], str]:
    """A command as pygls wants it: a function, of which it counts the arguments."""

    def run(uri: str, about: str) -> str:
        return carry_out(desk, uri, about)

    return run


@frozen
class _Sender:
    """What pygls writes to: each message in one piece."""

    send: Callable[[str], None]

    def write(self, data: bytes) -> None:
        self.send(data.decode())

    def close(self) -> None:
        """Nothing is open."""


def answering(send: Callable[[str], None]) -> Callable[[str], None]:
    """A server in this thread, where there are no processes: what to call with each message of the editor; what it
    says, `send` gets. Both run in an event loop."""
    made = server(ReadAtOnce)
    made.protocol.set_writer(_Sender(send), include_headers=False)

    def receive(message: str) -> None:
        made.protocol.handle_message(json.loads(message, object_hook=made.protocol.structure_message))

    return receive
