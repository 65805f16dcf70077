"""Which rules can never fire, and which conditions say nothing? By what can stand at each argument."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from quack.kb.checks.book import Book, Rule, found
from quack.kb.checks.domains import NUMERIC, Domains, Environment, Site, describe, meet, plain_constants
from quack.kb.checks.finding import Finding
from quack.kb.checks.reading import ORDERING, Aggregate, Comparison, Condition, Conditional, Literal, Term
from quack.kb.checks.registry import check
from quack.kb.checks.schema import Domain
from quack.kb.messages import suggest
from quack.kb.program import spell

_LIKE = 0.7
"""How alike two constants have to be for one to be a slip for the other."""
_IDLE = "this alternative says nothing"
_SHARED = ("strength", 2)
"""A policy may give strengths to grounds that only another rulebook has."""


@check(of_whole=True)
def dead_rules(book: Book) -> Iterator[Finding]:
    """Rules with a condition that can't hold, and conditions that always do."""
    domains = book.domains
    for rule in book.rules:
        environment = domains.environment(rule)
        yield from _misfits(domains, rule, environment)
        yield from _clashes(domains, rule, environment)
        yield from _denied(rule)
        yield from _idle_conditions(domains, rule, environment)
        yield from _arguments(domains, rule, environment)
        yield from _comparisons(domains, rule, environment)
        for literal in rule.body:
            if isinstance(literal, Aggregate) and not environment.empty:
                for element in literal.elements:
                    inner = domains.within(element.conditions, environment)
                    yield from _clashes(domains, rule, inner, "nothing is counted")


def _misfits(domains: Domains, rule: Rule, environment: Environment) -> Iterator[Finding]:
    for site in environment.misfits:
        if site.domain:
            yield _misfit(domains, rule, site, "the rule can never fire")


def _misfit(domains: Domains, rule: Rule, site: Site, so: str) -> Finding:
    """A term that can't be what it stands for."""
    term, atom = site.term, site.atom
    where = f"argument {site.position + 1} of {spell(atom.signature)}" if atom is not None else "it"
    allowed = describe(site.domain or ())
    if term.kind == "string":
        what = f"{term.name} is a string, which no constant equals"
        plain = term.name.strip('"')
        remedy = f"write {plain}" if plain in plain_constants(site.domain) else f"{where} is {allowed}"
        return found("string", "error", rule.source, term.start, f"{what}: {so}", remedy)
    remedy = suggest(term.name, [*plain_constants(site.domain), *_variables(rule)]) or f"{where} is {allowed}"
    so += _given_elsewhere(domains, site)
    return found("never-fires", "error", rule.source, term.start, f"{where} is never {term.text}: {so}", remedy)


def _given_elsewhere(domains: Domains, site: Site) -> str:
    """Where a rule gives what is nearly the constant that is asked for: the slip may be there."""
    for rule in domains.book.by_head.get(site.atom.signature, ()) if site.atom is not None else ():
        given = rule.head.arguments[site.position]
        if given.kind == "name" and get_close_matches(given.name, [site.term.name], 1, _LIKE):
            return f" ({rule.info.place} gives {given.name})"
    return ""


def _variables(rule: Rule) -> list[str]:
    return sorted({each.name for term in rule.terms() for each in term.variables()})


def _clashes(
    domains: Domains, rule: Rule, environment: Environment, so: str = "the rule can never fire"
) -> Iterator[Finding]:
    """Variables that would have to be two things at once."""
    for name in environment.empty:
        sites = [site for site in environment.sites[name] if site.domain]
        pair = next(
            ((one, other) for index, other in enumerate(sites) for one in sites[:index] if not _meets(one, other)), None
        )
        if pair is None or any(site.atom is not None and site.atom.signature == _SHARED for site in pair):
            continue
        one, other = pair
        what = f"{name} is {_told(one)} and {_told(other)}: {so}"
        otherwise = "a claim has one type" if _is_claim(other) else "are arguments swapped, or a name mistaken?"
        remedy = _slip(domains, one, other) or _slip(domains, other, one) or otherwise
        yield found("never-fires", "error", rule.source, other.term.start, what, remedy)


def _slip(domains: Domains, one: Site, other: Site) -> str | None:
    """What may be meant by the one constant that a variable is to be."""
    named = [each[1:] for each in one.domain or ()]
    return suggest(named[0], _names(domains, other.domain)) if len(named) == 1 and one.atom is None else None


def _names(domains: Domains, domain: Domain | None) -> list[str]:
    """The constants of a domain; for numbers, those that are defined."""
    return plain_constants(domain) + (domains.book.numbers if (domain or frozenset()) & NUMERIC else [])


def _denied(rule: Rule) -> Iterator[Finding]:
    """Conditions that are asked for and ruled out."""
    asked = {literal.atom for literal in rule.body if isinstance(literal, Condition) and not literal.signs}
    for literal in rule.body:
        if isinstance(literal, Condition) and literal.signs == 1:
            for atom in asked:
                if atom.signature == literal.atom.signature and all(
                    map(_takes_in, literal.atom.arguments, atom.arguments)
                ):
                    what = f"{atom.text} has to hold and not to hold: the rule can never fire"
                    yield found("never-fires", "error", rule.source, literal.start, what, "is one of them mistaken?")
                    break


def _takes_in(ruled_out: Term, asked: Term) -> bool:
    return ruled_out.is_blank or (ruled_out.text == asked.text and not asked.is_blank)


def _is_claim(site: Site) -> bool:
    return any(each.startswith("claim:") for each in site.domain or ())


def _meets(one: Site, other: Site) -> bool:
    common = meet(one.domain, other.domain)
    return common is None or bool(common)


def _told(site: Site) -> str:
    where = f" in {spell(site.atom.signature)}" if site.atom is not None else ""
    return f"{describe(site.domain or ())}{where}"


def _idle_conditions(domains: Domains, rule: Rule, environment: Environment) -> Iterator[Finding]:
    """Negated and counted atoms that can't hold."""
    for use in rule.uses:
        arguments = None if use.strict else domains.arguments(use.atom.signature)
        for index, term in enumerate(use.atom.arguments if arguments else ()):
            domain = arguments[index] if arguments else None
            if domain and not domains.fits(term, domain, environment):
                site = Site(term, domain, use.atom, index)
                so = "the condition always holds" if use.negated else "nothing is counted"
                if term.kind != "variable":
                    yield _misfit(domains, rule, site, so)
                    continue
                if all(each[0] == "=" or each.startswith("claim:") for each in domain):
                    continue  # rulebooks share rules that look at what only one of them derives
                value = describe(environment.values.get(term.name) or ())
                there = f"argument {index + 1} of {spell(use.atom.signature)} {describe(domain)}"
                what = f"{term.name} is {value}, and {there}"
                yield found("never-fires", "error", rule.source, term.start, f"{what}: {so}", "are arguments swapped?")


def _comparisons(domains: Domains, rule: Rule, environment: Environment) -> Iterator[Finding]:
    """Comparisons of things that are never alike."""
    for literals, known in _scopes(domains, rule, environment):
        for literal in literals:
            if not isinstance(literal, Comparison):
                continue
            for left, relation, right in literal.pairs():
                yield from _alternatives(domains, rule, known, left, right)
                one, other = domains.value(left, known), domains.value(right, known)
                binds = relation == "=" and not literal.signs and known is environment
                if binds and "variable" in (left.kind, right.kind):
                    continue  # it is looked at where it is bound
                if relation in ORDERING and "name" in (left.kind, right.kind):
                    continue  # told where it is no number
                common = meet(one, other)
                if one and other and common is not None and not common and not _somewhere(known, left, right):
                    yield _unlike(domains, rule, known, left, right, _outcome(relation, literal.signs))


def _scopes(
    domains: Domains, rule: Rule, environment: Environment
) -> Iterator[tuple[tuple[Literal, ...], Environment]]:
    """The conditions of a rule, and those within its aggregates and conditions, each with what variables are there."""
    yield rule.body, environment
    for literal in rule.body:
        if isinstance(literal, Aggregate):
            for element in literal.elements:
                yield element.conditions, domains.within(element.conditions, environment)
        elif isinstance(literal, Conditional):
            inner = (literal.literal, *literal.conditions)
            yield inner, domains.within(inner, environment)


def _alternatives(domains: Domains, rule: Rule, environment: Environment, left: Term, right: Term) -> Iterator[Finding]:
    """Those of a list of alternatives, `How = (present; heard)`, that the variable never is."""
    for variable, several in ((left, right), (right, left)):
        if variable.kind == "variable" and several.is_pool:
            bound: Domain | None = None
            for site in environment.sites.get(variable.name, ()):
                bound = meet(bound, site.domain) if site.atom is not None else bound
            for each in several.alternatives() if bound else ():
                if not domains.fits(each, bound, environment):
                    yield _never(domains, rule, each, variable, bound, _IDLE)


def _arguments(domains: Domains, rule: Rule, environment: Environment) -> Iterator[Finding]:
    """Alternatives in an atom, `seen(…, (present; heard), …)`, that can't stand there, beside some that can."""
    for use in rule.uses:
        arguments = domains.arguments(use.atom.signature) or ()
        for index, (term, domain) in enumerate(zip(use.atom.arguments, arguments, strict=False)):
            if term.is_pool and domain and domains.fits(term, domain, environment):
                for each in term.alternatives():
                    if not domains.fits(each, domain, environment):
                        yield _misfit(domains, rule, Site(each, domain, use.atom, index), _IDLE)


def _somewhere(environment: Environment, left: Term, right: Term) -> bool:
    """Whether one of the places that a variable is bound at would allow a constant."""
    variable, constant = (left, right) if left.kind == "variable" else (right, left)
    sites = environment.sites.get(variable.name, ())
    return constant.kind == "name" and any(f"={constant.name}" in (site.domain or ()) for site in sites)


def _unlike(domains: Domains, rule: Rule, environment: Environment, left: Term, right: Term, so: str) -> Finding:
    constant, variable = (left, right) if left.kind != "variable" else (right, left)
    if constant.kind in ("name", "string") and variable.kind == "variable":
        return _never(domains, rule, constant, variable, domains.value(variable, environment), so)
    one, other = domains.value(left, environment), domains.value(right, environment)
    sides = f"{_written(rule, left)} is {describe(one or ())}, {_written(rule, right)} is {describe(other or ())}"
    slips = [
        suggest(term.name, _names(domains, domain))
        for term, domain in ((left, other), (right, one))
        if not term.arguments
    ]
    remedy = next(filter(None, slips), "compare what is of one kind")
    return found("comparison", "error", rule.source, left.start, f"{sides}: {so}", remedy)


def _written(rule: Rule, term: Term) -> str:
    return " ".join(rule.source.text[term.start : term.end].split())


def _never(domains: Domains, rule: Rule, constant: Term, variable: Term, domain: Domain | None, so: str) -> Finding:
    kind = "string" if constant.kind == "string" else "never-fires"
    name = constant.name.strip('"')
    known = _names(domains, domain)
    remedy = (
        f"write {name}" if name in known else suggest(name, known) or f"{variable.name} is {describe(domain or ())}"
    )
    what = f"{variable.name} is never {constant.text}: {so}"
    return found(kind, "error", rule.source, constant.start, what, remedy)


def _outcome(relation: str, signs: int) -> str:
    if relation not in ("=", "!="):
        return "the comparison says nothing"
    return f"the condition {'always' if (relation == '!=') != bool(signs % 2) else 'never'} holds"
