"""A text that can be said in another language: its template, and the values in it."""

from typing import Self

from urbanist.engine.printable import printable


class Message(str):
    """A text in English that remembers how it was made, so that a front end can translate it.

    `Message("tile {tile} costs {price}", tile=5, price=2)` is the text `tile 5 costs 2`. A value may be a message too.
    """

    __slots__ = ("many", "number", "template", "values")

    template: str
    values: dict[str, object]
    #: The template for any number but one, and the number; empty and None if the text does not depend on one.
    many: str
    number: int | None

    def __new__(cls, template: str, /, **values: object) -> Self:
        """Return the text for a template and its values; without values the template is the text."""
        return cls._made(template, "", None, values)

    @classmethod
    def counted(cls, one: str, many: str, number: int, /, **values: object) -> Self:
        """Return the text for a number, which stands in both templates as `{n}`."""
        return cls._made(one, many, number, values | {"n": number})

    @classmethod
    def _made(cls, template: str, many: str, number: int | None, values: dict[str, object]) -> Self:
        english = template if number in (None, 1) else many
        made = super().__new__(cls, english.format(**values) if values else english)
        made.template, made.values, made.many, made.number = template, values, many, number
        return made

    def printable(self) -> Self:
        """Return the message with unprintable characters as escapes."""
        values = {
            name: value.printable()
            if isinstance(value, Message)
            else printable(value)
            if isinstance(value, str)
            else value
            for name, value in self.values.items()
        }
        return self._made(printable(self.template), self.many, self.number, values)

    def __reduce__(self) -> tuple[object, ...]:
        """Keep the parts when the message goes to another process."""
        return self._made, (self.template, self.many, self.number, self.values)


class UserError(ValueError):
    """What a user can mend: one line that says what is wrong, where, and what would be right."""

    def __init__(self, text: str, /, **values: object) -> None:
        # Values come from untrusted files and programs: the text stays one line, without control characters.
        super().__init__((text if isinstance(text, Message) else Message(text, **values)).printable())
