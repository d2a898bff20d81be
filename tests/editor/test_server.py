"""The language server over the real protocol."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from random import Random

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, LanguageClient

from rulewright.files import find
from rulewright.language.format import format_text
from tests.editor.edits import session
from tests.editor.following import DOCUMENT, PATIENCE_S, SERVER, URI, followed, read, said, show

pytestmark = pytest.mark.asyncio
TIC_TAC_TOE = find("tic-tac-toe").read_text(encoding="utf-8")
APOTHECA = find("apotheca").read_text(encoding="utf-8")


@pytest_lsp.fixture(config=ClientServerConfig([*SERVER, "2"]))
async def editor(lsp_client: LanguageClient) -> AsyncIterator[None]:
    await lsp_client.initialize_session(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
    yield
    await lsp_client.shutdown_session()


@pytest_lsp.fixture(config=ClientServerConfig([*SERVER, "0"]))
async def reader(lsp_client: LanguageClient) -> AsyncIterator[None]:
    await lsp_client.initialize_session(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
    yield
    await lsp_client.shutdown_session()


def change(editor: LanguageClient, version: int, text: str) -> None:
    what = lsp.VersionedTextDocumentIdentifier(version=version, uri=URI)
    whole = lsp.TextDocumentContentChangeWholeDocument(text)
    editor.text_document_did_change(lsp.DidChangeTextDocumentParams(what, [whole]))


async def until(editor: LanguageClient, so: Callable[[Sequence[lsp.Diagnostic]], bool]) -> Sequence[lsp.Diagnostic]:
    """The findings that are shown as soon as something is so."""
    for _ in range(PATIENCE_S * 20):
        told = editor.diagnostics.get(URI)
        if told is not None and so(told):
            return told
        await asyncio.sleep(0.05)
    raise AssertionError(f"it never is so: {editor.diagnostics.get(URI)}")


async def test_what_is_wrong_is_told_with_its_place_and_a_repair_that_helps(editor: LanguageClient) -> None:
    # each sign of the title takes two units of UTF-16
    wrong = TIC_TAC_TOE.replace('"cross is never behind":\n    (count of cells', '"𝄞𝄞": (count of cels')
    show(editor, wrong)
    expected = read(wrong)
    assert [code for code, *_ in expected] == ["unknown-name"]
    (one,) = await until(editor, lambda told: said(told) == expected)
    line, column = wrong[: wrong.index("cels")].count("\n"), len('invariant "____": (count of ')
    assert one.range == lsp.Range(lsp.Position(line, column), lsp.Position(line, column + 4))
    context = lsp.CodeActionContext([one])
    actions = await editor.text_document_code_action_async(lsp.CodeActionParams(DOCUMENT, one.range, context))
    assert actions is not None
    (action,) = actions
    assert isinstance(action, lsp.CodeAction)
    assert action.edit is not None
    assert action.edit.changes is not None
    assert [*action.edit.changes[URI]] == [lsp.TextEdit(one.range, "cells")]


@pytest.mark.thorough
async def test_a_repaired_text_is_fine_and_holes_are_told_as_they_are_found(editor: LanguageClient) -> None:
    holed = TIC_TAC_TOE.replace("(count of", "0 is 1 and (count of", 1)
    show(editor, TIC_TAC_TOE.replace("    choose ", "    chose "))
    await until(editor, bool)
    change(editor, 1, TIC_TAC_TOE)
    await until(editor, lambda told: not told)
    expected = read(holed)
    change(editor, 2, holed)
    await until(editor, lambda told: said(told)[: len(expected)] == expected)


@pytest.mark.thorough
async def test_half_typed_texts_keep_their_outline(reader: LanguageClient) -> None:
    show(reader, APOTHECA)
    names = {each.name for each in await symbols(reader)}
    at = APOTHECA.index("\naction ") + 20
    change(reader, 1, APOTHECA[:at] + "\n    pick (" + APOTHECA[at:])
    half_typed = await symbols(reader)
    lost = names - {each.name for each in half_typed}
    assert len(lost) <= 1, lost
    assert len(half_typed) >= len(names)
    folds = await reader.text_document_folding_range_async(lsp.FoldingRangeParams(DOCUMENT))
    assert folds is not None
    assert len(folds) > 50


async def symbols(editor: LanguageClient) -> list[lsp.DocumentSymbol]:
    found = await editor.text_document_document_symbol_async(lsp.DocumentSymbolParams(DOCUMENT))
    assert found is not None
    return [each for each in found if isinstance(each, lsp.DocumentSymbol)]


@pytest.mark.thorough
async def test_a_text_is_laid_out(reader: LanguageClient) -> None:
    crooked = TIC_TAC_TOE.replace("cell is grid 3", "cell   is  grid 3")
    show(reader, crooked)
    options = lsp.FormattingOptions(tab_size=4, insert_spaces=True)
    edits = await reader.text_document_formatting_async(lsp.DocumentFormattingParams(DOCUMENT, options))
    assert edits is not None
    lines = crooked.splitlines(keepends=True)
    for each in reversed(edits):
        assert (each.range.start.character, each.range.end.character) == (0, 0)
        lines[each.range.start.line : each.range.end.line] = [each.new_text]
    assert "".join(lines) == format_text(crooked) == format_text(TIC_TAC_TOE)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "edits"),
    [
        ("tic-tac-toe", 10),
        pytest.param("tic-tac-toe", 750, marks=pytest.mark.slow),
        pytest.param("hearts", 750, marks=pytest.mark.slow),
    ],
)
async def test_after_each_edit_it_says_what_check_says(reader: LanguageClient, game: str, edits: int) -> None:
    text = find(game).read_text(encoding="utf-8")
    show(reader, text)
    await followed(reader, session(text, Random(game), edits))


@pytest.mark.thorough
async def test_names_are_found_told_of_and_renamed(reader: LanguageClient) -> None:
    text = find("line-it").read_text(encoding="utf-8")
    show(reader, text)
    line = text[: text.index("shuffle the deck")].count("\n")
    deck = lsp.Position(line, len("    shuffle the "))
    (place,) = await reader.text_document_definition_async(lsp.DefinitionParams(DOCUMENT, deck)) or ()
    assert isinstance(place, lsp.Location)
    assert text.split("\n")[place.range.start.line].strip() == "deck: pile of card"
    told = await reader.text_document_hover_async(lsp.HoverParams(DOCUMENT, deck))
    assert told is not None
    assert isinstance(told.contents, lsp.MarkupContent)
    assert "nobody sees it" in told.contents.value
    with_it = lsp.ReferenceParams(lsp.ReferenceContext(include_declaration=True), DOCUMENT, deck)
    there = await reader.text_document_references_async(with_it)
    assert there is not None
    edit = await reader.text_document_rename_async(lsp.RenameParams(DOCUMENT, deck, "stack"))
    assert edit is not None
    assert edit.changes is not None
    assert [each.range for each in edit.changes[URI]] == [each.range for each in there]
    with pytest.raises(JsonRpcException, match="stands already in line"):
        await reader.text_document_rename_async(lsp.RenameParams(DOCUMENT, deck, "hand"))


@pytest.mark.thorough
async def test_what_may_stand_there_and_beside_the_text(reader: LanguageClient) -> None:
    text = find("line-it").read_text(encoding="utf-8")
    show(reader, text)
    line = text[: text.index("shuffle the deck")].count("\n")
    there = lsp.Position(line, len("    shuffle "))
    found = await reader.text_document_completion_async(lsp.CompletionParams(DOCUMENT, there))
    assert isinstance(found, list | tuple)
    assert "deck" in {each.label for each in found}
    everything = lsp.Range(lsp.Position(0, 0), lsp.Position(10_000, 0))
    hints = await reader.text_document_inlay_hint_async(lsp.InlayHintParams(DOCUMENT, everything))
    assert [each.label for each in hints or ()] == [": card", ": several cards"]
    words = await reader.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(DOCUMENT))
    assert words is not None
    assert len(words.data) % 5 == 0
    lines, line, column, told = text.split("\n"), 0, 0, list[str]()
    for down, right, length in zip(words.data[::5], words.data[1::5], words.data[2::5], strict=True):
        line, column = line + down, right + (0 if down else column)
        told.append(lines[line][column : column + length])
    assert told[:3] == [
        "game",
        '"Line-it"',
        '"Build one rising or falling row at a time and cash it in before it breaks"',
    ]
    called = text.index("fits(card, you)   because") + len("fits(card, ")
    place = lsp.Position(text[:called].count("\n"), called - text.rindex("\n", 0, called) - 1)
    signature = await reader.text_document_signature_help_async(lsp.SignatureHelpParams(DOCUMENT, place))
    assert signature is not None
    assert (signature.signatures[0].label, signature.active_parameter) == ("define fits(card, player p)", 1)


@pytest.mark.thorough
async def test_lenses_run_examples_and_show_the_rulebook(reader: LanguageClient) -> None:
    show(reader, TIC_TAC_TOE)
    lenses = await reader.text_document_code_lens_async(lsp.CodeLensParams(DOCUMENT))
    assert lenses is not None
    commands = {each.command.command: each.command for each in reversed(lenses) if each.command}
    for name, shown in (
        ("rulewright.example", "comes true"),
        ("rulewright.play", "rulewright play /games/game.rules --example 'three in a column win'"),
        ("rulewright.rulebook", "Put a mark on an empty cell"),
        ("rulewright.stated", '"cross is never behind": not played yet.'),
    ):
        asked = lsp.ExecuteCommandParams(name, commands[name].arguments)
        assert shown in str(await reader.workspace_execute_command_async(asked))
