"""One option: its declaration, and the check of values against it.

Options are declared as fields of a struct: `Annotated[type, Meta(ge=..., le=..., description=...)] = default`.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache, reduce
from numbers import Integral, Real
from operator import index
from typing import get_args

from msgspec import Struct, ValidationError, convert, defstruct
from msgspec.inspect import (
    BoolType,
    FloatType,
    IntType,
    LiteralType,
    Metadata,
    NoneType,
    StructType,
    Type,
    UnionType,
    type_info,
)
from msgspec.structs import fields, force_setattr

from urbanist.engine.message import Message, UserError


@dataclass(frozen=True, slots=True)
class Option:
    """A declared option: default (None: usually not given), type of its values, meaning.

    `least` and `most` are the smallest and the largest allowed whole number. `words` are the allowed words, to which
    more may be added at any time, and `besides` others that are always allowed.
    """

    name: str
    default: object
    kind: type
    meaning: str
    form_in_words: str
    least: int | None
    most: int | None
    words: Collection[str] | None
    besides: tuple[str, ...]
    #: A struct with the option as its only field. msgspec reads a struct once, but any other declaration at each check:
    #: this takes five times as long, and a Ctrl-C is lost while msgspec calls the code of `typing`.
    form: type[Struct]

    @property
    def choices(self) -> tuple[str, ...]:
        """The allowed words; none if any text or number may be given."""
        return (*self.besides, *(self.words or ()))

    @property
    def allowed(self) -> str:
        """The allowed values, in words."""
        return (
            Message("one of {words}", words=", ".join(self.choices)) if self.choices else self.form_in_words
        )

    def plain(self, value: object) -> object:
        """Return a number of another library, such as numpy, as one of Python, and all else as it is."""
        if type(value) in {bool, int, float}:
            return value
        if self.kind is int and isinstance(value, Integral):
            return index(value)
        return float(value) if self.kind is float and isinstance(value, Real) else value

    def check(self, value: object) -> None:
        """Raise `ValueError` for a value that the declaration does not allow."""
        try:
            convert({self.name: value}, self.form)
            known = self.words is None or value in self.besides or value in self.words
        except ValidationError:
            known = False
        if not known:
            raise UserError(f"{self.name}={self.write(value)}: expected {self.allowed}")

    def read(self, text: str) -> object:
        """Return the value of a text; `ValueError` names the allowed values."""
        words: dict[str, object] = {"on": True, "off": False} if self.kind is bool else {}
        try:
            value = words[text] if words else convert(text, self.kind, strict=False)
        except (KeyError, ValidationError):
            raise UserError(f"{self.name}={text}: expected {self.allowed}") from None
        self.check(value)
        return value

    def write(self, value: object) -> str:
        """Return the text of a value."""
        return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


class Options(Struct, frozen=True, kw_only=True):
    """Options with checked values: `ValueError` names the option and its allowed values."""

    def __post_init__(self) -> None:
        for option in options_of(type(self)):
            given = getattr(self, option.name)
            if given is option.default:
                continue
            value = option.plain(given)
            option.check(value)
            if value is not given:
                force_setattr(self, option.name, value)


@cache
def options_of(declaration: type[Struct]) -> tuple[Option, ...]:
    """Return the options of a struct in the order of their declaration."""
    told = type_info(declaration)
    assert isinstance(told, StructType)
    return tuple(
        _option(field.name, field.default, known.type, field.type)
        for field, known in zip(fields(declaration), told.fields, strict=True)
    )


def _option(name: str, default: object, known: Type, declared: object) -> Option:
    meaning = ""
    words: Collection[str] | None = None
    besides: tuple[str, ...] = ()
    if isinstance(known, Metadata):
        meaning = (known.extra_json_schema or {}).get("description", "")
        words, besides = (known.extra or {}).get("words"), (known.extra or {}).get("besides", ())
        known = known.type
    if isinstance(known, UnionType):
        known = next(member for member in known.types if not isinstance(member, NoneType))
    # msgspec sorts the words of a Literal; only the declaration keeps their order.
    words = get_args(get_args(declared)[0]) if isinstance(known, LiteralType) else words
    kind: type = str
    allowed, least, most = Message("a text"), None, None
    if isinstance(known, BoolType):
        kind, allowed = bool, Message("on or off")
    elif isinstance(known, FloatType):
        kind, allowed = float, _within(Message("a number"), known)
    elif isinstance(known, IntType):
        kind, allowed = int, _within(Message("a whole number"), known)
        least, most = known.ge, known.le
    form = defstruct("Form", [(name, declared)])
    convert({name: default}, form)  # now it is read
    return Option(name, default, kind, meaning, allowed, least, most, words, besides, form)


def _within(number: Message, known: IntType | FloatType) -> Message:
    """Return a number with its range in words."""
    if known.ge is not None and known.le is not None:
        return Message("{number} from {least} to {most}", number=number, least=known.ge, most=known.le)
    bounds = []
    if known.ge is not None:
        bounds.append(Message("at least {bound}", bound=f"{known.ge:.12g}"))
    if known.gt is not None:
        bounds.append(Message("more than {bound}", bound=f"{known.gt:.12g}"))
    if known.le is not None:
        bounds.append(Message("at most {bound}", bound=f"{known.le:.12g}"))
    if known.lt is not None:
        bounds.append(Message("less than {bound}", bound=f"{known.lt:.12g}"))
    if not bounds:
        return number
    return Message("{number} {bounds}", number=number, bounds=reduce(_both, bounds))


def _both(bound: Message, other: Message) -> Message:
    return Message("{items} and {last}", items=bound, last=other)
