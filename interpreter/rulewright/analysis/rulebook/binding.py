"""What words mean behind a sentence that gives something a name."""

from rulewright.analysis.rulebook.known import SAME
from rulewright.analysis.rulebook.naming import WORD, element, single
from rulewright.analysis.rulebook.speech import Env, called, the
from rulewright.language import syntax
from rulewright.language.plurals import plural


def after(sentence: syntax.ActionLine, env: Env) -> Env:
    """What words mean behind a sentence."""
    match sentence:
        case syntax.Let(name, value):
            among = _chosen_from(value)
            return _one(name, among, env) if among else env.bound(name.text, the(name.text), element(value, env))
        case syntax.Keep(name, type_):
            match type_:
                case syntax.Name(of) | syntax.Optional(syntax.Name(of)) | syntax.Holder(_, syntax.Name(of)):
                    return env.bound(name.text, the(name.text), of)
                case _:
                    return env.bound(name.text, the(name.text), None)
        case syntax.Draw(binder, among) | syntax.Roll(binder, among):
            return _one(binder, among, env)
        case syntax.Pick(name, candidates):
            source = _offered_from(candidates)
            return _one(name, source, env) if source else env.bound(name.text, the(name.text), WORD)
        case syntax.PickSeveral(_, _, name, candidates):
            one = picked_noun(candidates, env)
            return env.bound(name.text, called(name.text, one and plural(one)), one)
        case _:
            return env


def _one(name: syntax.Name, among: syntax.Expr, env: Env) -> Env:
    """With a name for one of several."""
    return env.bound(name.text, called(name.text, element(among, env)), single(among, env))


def _chosen_from(value: syntax.Expr) -> syntax.Expr | None:
    """Among what a value is chosen as one; nothing where it is something else."""
    match value:
        case syntax.Picked(source=among):
            return among
        case syntax.Of(among, syntax.Member(name)) if name.text in SAME - {"after", "before"}:
            return among
        case _:
            return None


def _offered_from(candidates: syntax.Candidates) -> syntax.Expr | None:
    """From where is picked, of several places the first; nothing where words are offered."""
    match candidates.sources:
        case syntax.Words():
            return None
        case syntax.Union(sources):
            return sources[0]
        case source:
            return source


def picked_noun(candidates: syntax.Candidates, env: Env) -> str | None:
    """What one of those is that are offered to be picked."""
    source = _offered_from(candidates)
    return element(source, env) if source else WORD
