"""The metro of Warszawa: the sides for the next segment, and the tunnel."""

from functools import cache

from tests.oracle.warszawa_map import (
    LAND,
    RIGHT_BANK,
    RIVER,
    Corner,
    Side,
    banks_of,
    corners_of,
    on_river,
    sides_at,
)


class Metro:
    """Segments in the order of building, and the tunnel."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.segments: list[Side] = []
        self.tunnel: Side | None = None
        self.branched = False

    def sides(self) -> list[Side]:
        """Return all sides where segments can be laid."""
        if self.players == 3:
            return [side for side in LAND if not set(banks_of(side)) & set(RIGHT_BANK)]
        return LAND

    def pieces_at(self, corner: Corner) -> list[str]:
        """Return the pieces that end at a corner."""
        pieces = ["segment" for side in sides_at(corner) if side in self.segments]
        if self.tunnel and corner in corners_of(self.tunnel):
            pieces.append("tunnel")
        return pieces

    def reached(self, side: Side) -> list[Corner]:
        """Return the ends of a side that the metro has reached."""
        return [corner for corner in corners_of(side) if self.pieces_at(corner)]

    def may_lie(self, side: Side, stage: int) -> bool:
        """Return whether the next segment may be laid on a side without one."""
        if not self.segments:
            return True
        reached = self.reached(side)
        if len(reached) != 1:
            return False
        pieces = self.pieces_at(reached[0])
        if len(pieces) == 1:
            return True
        return pieces == ["segment", "segment"] and stage == 2 and not self.branched

    def tunnels(self, side: Side) -> list[Side | None]:
        """Return the tunnels of which one must be laid with a segment; [None] if it needs none."""
        new = [corner for corner in corners_of(side) if on_river(corner) and not self.pieces_at(corner)]
        if not new or self.tunnel or self.players == 3:
            return [None]
        assert len(new) == 1
        own = land_side(new[0])
        assert own is not None
        choices: list[Side | None] = []
        for river in RIVER:
            if new[0] in corners_of(river):
                (far,) = set(corners_of(river)) - {new[0]}
                land = land_side(far)
                if land and bank_of(land) != bank_of(own):
                    choices.append(river)
        return choices

    def moves(self, stage: int) -> list[tuple[Side, Side | None]]:
        """Return the possible segments, each with its tunnel or None."""
        return [
            (side, tunnel)
            for side in self.sides()
            if side not in self.segments and self.may_lie(side, stage)
            for tunnel in self.tunnels(side)
        ]

    def lay(self, side: Side, tunnel: Side | None) -> None:
        """Lay a segment and, if one is given, the tunnel."""
        if self.segments and any(len(self.pieces_at(corner)) == 2 for corner in self.reached(side)):
            self.branched = True
        self.segments.append(side)
        self.tunnel = tunnel or self.tunnel


@cache
def land_side(corner: Corner) -> Side | None:
    """Return the only metro side at a river corner; None where the river leaves the map."""
    sides = [side for side in sides_at(corner) if side in LAND]
    return sides[0] if sides else None


def bank_of(side: Side) -> bool:
    """Return whether a metro side is on the right bank."""
    return banks_of(side)[0] in RIGHT_BANK
