"""How well each seat played, as a table with a bar of grades."""

from collections.abc import Iterator

from urbanist.bots.analysis.decisions import BEST, GRADES, Account
from urbanist.bots.markup import Element, element
from urbanist.bots.table.kit.language import marked, number_text, tr
from urbanist.bots.table.page.parts import named
from urbanist.bots.table.page.story import Story

COLUMNS = (
    marked("seat"),
    marked("score"),
    marked("accuracy"),
    marked("best"),
    marked("good"),
    marked("inaccuracies"),
    marked("mistakes"),
    marked("blunders"),
    marked("win lost a move"),
    marked("points lost"),
)


def accuracy_table(story: Story) -> Element:
    """Return the table, a row for each seat."""
    heading = element("tr", *(element("th", tr(column), scope="col") for column in COLUMNS))
    body = element("tbody", *(_row(story, account) for account in story.review.accounts))
    return element("table", element("thead", heading), body, class_="accuracy")


def _row(story: Story, account: Account) -> Element:
    record = story.review.record
    score = "–" if record.scores is None else str(record.scores[account.seat])
    texts = [score, "", *_numbers(account)]
    cells = [element("td", text) for text in texts]
    cells[1] = element("td", *_accuracy(account))
    for column, cell in zip(COLUMNS[1:], cells, strict=True):
        cell.set("data-column", tr(column))
    return element("tr", element("th", named(story.whole, account.seat), scope="row"), *cells)


def _numbers(account: Account) -> Iterator[str]:
    yield from (str(account.grades[grade]) for grade in (BEST, *reversed(GRADES)))
    yield "–" if account.mean_lost is None else number_text(account.mean_lost, ".2%")
    yield number_text(account.points_lost, "z.1f")


def _accuracy(account: Account) -> Iterator[Element]:
    """Yield the share of moves that were best or good, and the shares of all grades as a bar."""
    if not account.decisions:
        return
    fine = (account.grades[BEST] + account.grades["good"]) / account.decisions
    yield element("b", number_text(fine, ".0%"))
    parts = (
        element("span", class_=grade, style=f"--share:{100 * number / account.decisions:.1f}%")
        for grade, number in account.grades.items()
        if number
    )
    yield element("span", *parts, class_="grades", aria_hidden="true")
