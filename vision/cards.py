"""Which card is it? A round card at any angle, told by its whole picture, or not at all.

The detector's box gives a rough ellipse; the rim seen in the picture mends it. The disc is compared with
every face of the deck at every rotation, the best few are fitted exactly, and the winner must beat each other
face where the two differ. What can't be told stays None, with the reason.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain

import cv2
import numpy as np

from vision.cardmatch import (
    BLURS,
    FINE_XY,
    THIN,
    Candidate,
    FaceBank,
    Pose,
    fit_light,
    from_grid,
    likeness,
    rotation,
    sample,
    soften,
    to_grid,
)
from vision.geometry import Floats, Pixels, corners_of, to_corners, warp
from vision.scene import CardReading, Doubt


@dataclass(frozen=True, slots=True)
class CardLimits:
    """When a reading is given; calibrated on seeded pictures (tests/vision/card_scenes.py).

    Attributes:
        diameter_px: Cards whose longer side is below this are `too_small`.
        score: Least likeness of the picture with the face, in [0, 1].
        margin: Least lead over every other face, as a share of how far the two differ.
        narrow_margin: The same where the two differ in 15 % of the disc or less (`margin` from 28 % on).
        together: Least sum of likeness and lead: a poor likeness must lead by more.
        noise: And the lead must be this many times what noise alone could make.
        glare: With more of the card burnt out than this nothing is tried; with less, what is hidden lowers
            the margin.
    """

    diameter_px: float = 40.0
    score: float = 0.65
    margin: float = 0.1
    narrow_margin: float = 0.45
    together: float = 1.05
    noise: float = 5.0
    glare: float = 0.55


WORK_PX = 110.0
"""Cards are compared at this diameter or less: more shows nothing new and costs time."""

CLEAR = 0.85
"""A likeness that needs no second try."""
_CHANGES = [np.diag([size, size, 1.0]) for size in (0.88, 0.94, 1.07, 1.14)] + [
    np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]) for x, y in ((0.09, 0), (-0.09, 0), (0, 0.09), (0, -0.09))
]
RIVALS = 5
"""So many faces that look most like the best one are compared with it closely."""


@dataclass(frozen=True, slots=True)
class _Fit:
    """A face laid exactly over the picture; `seen` and `predicted` are (3, P), `mask` is (P,)."""

    face: int
    angle: float
    pose: Pose
    blur: int
    score: float
    seen: Floats
    predicted: Floats
    mask: Floats


class CardReader:
    """Reads the cards of one deck.

    Args:
        faces: Card id -> square BGR uint8 picture of the face, the card being the inscribed circle. Cards
            that look the same share one id.
        back: The deck's back, where it is known: a card that looks like it is read as face down.
        limits: When a reading is given.

    Raises:
        ValueError: If there is no face or a picture is not as said above.
    """

    def __init__(
        self, faces: Mapping[str, Pixels], *, back: Pixels | None = None, limits: CardLimits | None = None
    ) -> None:
        pictures = dict(faces)
        self._back = len(pictures) if back is not None else -1
        if back is not None:
            pictures["\0back"] = back
        self._bank = FaceBank(pictures)
        self._limits = limits or CardLimits()

    def read(self, frame: Pixels, box: Floats) -> CardReading:
        """Reads the card in an oriented box `xywhr` (5,) of a frame (H, W, 3) BGR; 10 % off does no harm."""
        corners = to_corners(corners_of(box)[0])

        def doubtful(*doubts: Doubt, confidence: float = 0.0, margin: float = 0.0) -> CardReading:
            return CardReading(None, True, corners, confidence, margin, doubts)

        if max(float(box[2]), float(box[3])) < self._limits.diameter_px:
            return doubtful(Doubt("too_small"))
        image, pose = _crop(frame, box)
        weight, burnt = _glare(image, pose)
        if burnt > self._limits.glare:
            return doubtful(Doubt("glare"))
        soft = soften(image, pose)
        poses = [*_rims(image, pose), pose]
        ranked = self._rank(image, poses, weight)
        hopeful = [pair for pair in ranked[:3] if pair[1].score > ranked[0][1].score - 0.15]
        fits = [self._fit(image, soft, start, candidate, weight) for start, candidate in hopeful]
        if max(fit.score for fit in fits) < CLEAR:
            # The rim may have been taken from a printed ring or from the table: tries other sizes and places.
            others = [start @ change for start in (poses[0], pose) for change in _CHANGES]
            again = self._rank(image, others, weight)
            fits += [self._fit(image, soft, start, candidate, weight) for start, candidate in again[:4]]
            ranked = _merge(ranked, again)
        best = self._sharpest(max(fits, key=lambda fit: fit.score))
        margin, rival, sure = self._margin(image, best, ranked, weight)
        tried = {fit.face for fit in fits}
        for _ in range(3):
            if margin > 0.3 or (margin > 0 and best.score > CLEAR) or (rival in tried and margin > 0):
                break
            # The rival lies as well over the picture where the two differ, or was never fitted: its turn.
            tried.add(rival)
            own = next((pair for pair in ranked if pair[1].face == rival), ranked[0])
            starts = [own, (best.pose @ rotation(-best.angle), Candidate(rival, best.angle, 0.0))]
            others = [self._fit(image, soft, start, candidate, weight) for start, candidate in starts]
            other = self._sharpest(max(others, key=lambda fit: fit.score))
            if margin > 0 and other.score < best.score:
                break
            best = other
            margin, rival, sure = self._margin(image, best, ranked, weight)
        if best.score < CLEAR and self._mirrored(image, soft, poses, weight, best.score):
            return doubtful(Doubt("mirrored"))
        if best.score < self._limits.score:
            return doubtful(Doubt("no_face"), confidence=max(best.score, 0.0))
        confidence = best.score
        sure &= margin >= self._limits.margin and best.score + margin >= self._limits.together
        if not sure:
            code = "blur" if best.blur == len(BLURS) - 1 else "glare" if burnt > 0.1 else "ambiguous"
            name = self._bank.ids[rival]
            alternative = name if rival != self._back else None
            margin = max(margin, 0.0)
            return doubtful(Doubt(code, alternative=alternative), confidence=confidence, margin=margin)
        if best.face == self._back:
            return CardReading(None, False, corners, confidence, margin)
        return CardReading(self._bank.ids[best.face], True, corners, confidence, margin)

    def _rank(self, image: Floats, poses: list[Pose], weight: Floats | None) -> list[tuple[Pose, Candidate]]:
        """Each face once, at the pose and angle where it looks most alike, best first."""
        pairs: list[tuple[Pose, Candidate]] = []
        for pose in poses:
            found = self._bank.candidates(image, pose, weight)
            pairs += [(pose, candidate) for candidate in found]
            if found[0].score > 0.75 and (len(found) == 1 or found[0].score - found[1].score > 0.2):
                break  # as clear as it gets
        return _merge(pairs)

    def _fit(
        self, image: Floats, soft: Floats, start: Pose, candidate: Candidate, weight: Floats | None
    ) -> _Fit:
        pose = start @ rotation(candidate.angle)
        pose = self._bank.align(image, soft, pose, candidate.face, weight)
        return self._score(image, pose, candidate, weight)

    def _score(self, image: Floats, pose: Pose, candidate: Candidate, weight: Floats | None) -> _Fit:
        """How alike the picture at a pose and a face are, the face as blurred as is usual."""
        seen = np.ascontiguousarray(sample(image, pose, FINE_XY).T)
        mask = np.ones(seen.shape[1], np.float32)
        if weight is not None:
            mask = sample(weight, pose, FINE_XY)[:, 0]
        predicted = fit_light(seen, self._bank.fine([candidate.face], 1), mask)[0]
        score = likeness(seen, predicted, mask)
        return _Fit(candidate.face, candidate.angle, pose, 1, score, seen, predicted, mask)

    def _sharpest(self, fit: _Fit) -> _Fit:
        """The same fit with the face as blurred as suits the picture best."""
        fits = [fit]
        for blur in (0, 2):
            predicted = fit_light(fit.seen, self._bank.fine([fit.face], blur), fit.mask)[0]
            score = likeness(fit.seen, predicted, fit.mask)
            fits.append(replace(fit, blur=blur, score=score, predicted=predicted))
        return max(fits, key=lambda other: other.score)

    def _margin(
        self, image: Floats, best: _Fit, ranked: list[tuple[Pose, Candidate]], weight: Floats | None
    ) -> tuple[float, int, bool]:
        """The least lead over any other face, which face that is, and whether noise can't explain the lead.

        Faces are compared as they lie, and those that look better turned another way also that way.
        """
        noise = max(float(np.median(np.abs(best.seen - best.predicted))) * 1.48, 0.01)
        evidence = _evidence(best, noise)
        worst, rival = 1.0, best.face
        everyone = self._bank.all_as_seen(best.seen, best.mask, best.blur)
        roughly = _lead(best.seen, best.predicted, everyone, evidence, noise, THIN)[0]
        roughly[best.face] = np.inf
        near = [int(face) for face in np.argsort(roughly)[:RIVALS] if face != best.face]
        faces = self._bank.fine(near, best.blur)
        others = fit_light(best.seen, faces, best.mask)
        leads, significance = _lead(best.seen, best.predicted, others, evidence, noise)
        # What differs in one small place only can be covered or washed out by one thing: that asks for more.
        own_face = self._bank.fine([best.face], best.blur)
        apart = (np.abs(faces - own_face).max(axis=1) > 0.12).mean(axis=1)
        needed = np.interp(apart, (0.15, 0.28), (self._limits.narrow_margin, self._limits.margin))
        sure = bool(((significance > self._limits.noise) & (leads > needed)).all())
        if near and leads.min() < worst:
            worst, rival = float(leads.min()), near[int(leads.argmin())]
        own = next(candidate.score for _, candidate in ranked if candidate.face == best.face)
        for _, other in ranked[: RIVALS + 1]:
            turn = math.remainder(other.angle - best.angle, 2 * math.pi)
            if other.face == best.face or abs(turn) < 0.08 or own - other.score > 0.25 * (1 - other.score):
                continue
            theirs = self._score(image, best.pose @ rotation(turn), other, weight)
            lead = (best.score - theirs.score) / max(1 - theirs.score, 0.05)
            if 0 < lead < worst:
                worst, rival = lead, other.face
        return min(worst, 1.0), rival, sure

    def _mirrored(
        self, image: Floats, soft: Floats, poses: list[Pose], weight: Floats | None, score: float
    ) -> bool:
        flip = np.diag([-1.0, 1.0, 1.0])
        for pose in poses:
            top = self._bank.candidates(image, pose, weight, mirrored=True)[0]
            fit = self._fit(image, soft, pose @ flip, top, weight)
            if fit.score > max(self._limits.score, score + 0.05):
                return True
        return False


def _merge(*lists: list[tuple[Pose, Candidate]]) -> list[tuple[Pose, Candidate]]:
    """Each face's best, best first."""
    best: dict[int, tuple[Pose, Candidate]] = {}
    for pose, candidate in chain.from_iterable(lists):
        if candidate.face not in best or candidate.score > best[candidate.face][1].score:
            best[candidate.face] = (pose, candidate)
    return sorted(best.values(), key=lambda pair: -pair[1].score)


def _crop(frame: Pixels, box: Floats) -> tuple[Floats, Pose]:
    """The card's surroundings in [0, 1] at working size, and the disc's pose by the box."""
    x, y, width, height, angle = (float(value) for value in box)
    scale = min(1.0, WORK_PX / max(width, height))
    side = math.ceil(max(width, height) * scale * 1.6) + 4
    matrix = np.array([[scale, 0, side / 2 - scale * x], [0, scale, side / 2 - scale * y]], np.float32)
    image = warp(frame, matrix, (side, side)).astype(np.float32) / np.float32(255)
    pose = np.eye(3)
    pose[:2, 2] = side / 2
    return image, pose @ rotation(angle) @ np.diag([width * scale / 2, height * scale / 2, 1.0])


_DISC = np.stack(
    [
        np.outer(np.sqrt((np.arange(12) + 0.5) / 12), np.cos(np.arange(48) * math.pi / 24)),
        np.outer(np.sqrt((np.arange(12) + 0.5) / 12), np.sin(np.arange(48) * math.pi / 24)),
    ],
    axis=-1,
).astype(np.float32)


def _glare(image: Floats, pose: Pose) -> tuple[Floats | None, float]:
    """What is not burnt out (H, W), None where all is well, and the burnt-out share of the card.

    White paper in strong light is burnt out too; that is not glare, and hiding it would hide the card.
    """
    burnt = (image.min(axis=2) > 0.965).astype(np.float32)
    share = float(sample(burnt, pose, _DISC).mean())
    if share < 0.005:
        return None, share
    lightness = sample(image, pose, _DISC).min(axis=2)
    rest = lightness[lightness <= 0.965]
    paper = float(np.percentile(rest, 90)) if len(rest) > 20 else 1.0
    if paper > 0.93:
        return None, 0.0
    burnt = cv2.dilate(burnt, np.ones((5, 5), np.uint8))
    return 1 - np.asarray(burnt, np.float32), share


_RIM_THETA = np.arange(96, dtype=np.float32) * (2 * math.pi / 96)
_RIM_RADII = np.arange(0.62, 1.4, 0.02, dtype=np.float32)
_RIM_POINTS = np.stack(
    [np.outer(np.cos(_RIM_THETA), _RIM_RADII), np.outer(np.sin(_RIM_THETA), _RIM_RADII)], axis=-1
).astype(np.float32)
_HARMONICS = np.stack(
    [
        np.ones_like(_RIM_THETA),
        np.cos(_RIM_THETA),
        np.sin(_RIM_THETA),
        np.cos(2 * _RIM_THETA),
        np.sin(2 * _RIM_THETA),
    ],
    axis=1,
)


def _rims(image: Floats, pose: Pose) -> list[Pose]:
    """Poses whose unit circle follows a closed edge near the rough one, the clearest first, three at most.

    A card has several round edges, its own and those of a printed border: the comparison decides.
    """
    polar = sample(image, pose, _RIM_POINTS)
    smooth = cv2.blur(polar.reshape(len(_RIM_THETA), len(_RIM_RADII), 3), (3, 1))
    edge = np.zeros(polar.shape[:2], np.float32)
    edge[:, 2:-2] = np.linalg.norm(smooth[:, 4:] - smooth[:, :-4], axis=2)
    # Each direction has its clearest edge, be it strong or weak; noise (0.06) has none.
    edge /= np.maximum(edge.max(axis=1, keepdims=True), 0.06)
    found: list[tuple[float, Floats]] = []
    wide = np.asarray(cv2.GaussianBlur(edge, (0, 0), sigmaX=2.5, sigmaY=0.1), np.float32)
    ring = wide.mean(axis=0)
    starts = [j for j in range(3, len(ring) - 3) if ring[j] == ring[j - 3 : j + 4].max() and ring[j] > 0.05]
    rows = np.arange(len(_RIM_THETA))
    for start in sorted(starts, key=lambda j: -ring[j])[:4]:
        radii = np.full(len(_RIM_THETA), _RIM_RADII[start], np.float32)
        for reach in (0.2, 0.14, 0.1, 0.07, 0.05):
            distance = np.abs(_RIM_RADII[None] - radii[:, None])
            pull = edge * np.maximum(1 - (distance / reach) ** 2, 0)
            peak = pull.argmax(axis=1)
            weighted = _HARMONICS * pull[rows, peak][:, None]
            normal = weighted.T @ _HARMONICS + 0.3 * np.diag([0.01, 1, 1, 1, 1])
            solution = np.linalg.solve(normal, weighted.T @ _RIM_RADII[peak])
            radii = (_HARMONICS @ solution).astype(np.float32)
        columns = np.clip(np.rint((radii - _RIM_RADII[0]) / 0.02), 0, len(_RIM_RADII) - 1).astype(int)
        clear = float(edge[rows, columns].mean())
        if radii.min() > 0.5 and all(np.abs(radii - known).mean() > 0.02 for _, known in found):
            found.append((clear, radii))
    found.sort(key=lambda pair: -pair[0])
    poses = []
    for _, radii in found[:3]:
        rim = np.stack([np.cos(_RIM_THETA) * radii, np.sin(_RIM_THETA) * radii], axis=1)
        points = rim @ pose[:2, :2].T + pose[:2, 2]
        (x, y), (width, height), degrees = cv2.fitEllipse(points.astype(np.float32))
        fitted = np.eye(3)
        fitted[:2, 2] = x, y
        poses.append(fitted @ rotation(math.radians(degrees)) @ np.diag([width / 2, height / 2, 1.0]))
    return poses


def _evidence(fit: _Fit, noise: float) -> Floats:
    """Which pixels (P,) may speak for or against the face: not those burnt out, covered, or beside such ones.

    A finger can have the colour of another face's picture; its other parts, which look like nothing on the
    face, give it away.
    """
    odd = np.abs(fit.seen - fit.predicted).max(axis=0) > 0.15 + 3 * noise
    covered = to_grid(odd.astype(np.float32))
    covered = np.asarray(
        cv2.morphologyEx(covered, cv2.MORPH_OPEN, _SMALL), np.float32
    )  # not edges: they are thin
    hidden = np.maximum(covered, to_grid((fit.mask < 0.99).astype(np.float32)))
    return 1 - from_grid(np.asarray(cv2.dilate(hidden, _LARGE), np.float32))


_SMALL, _LARGE = np.ones((3, 3), np.uint8), np.ones((9, 9), np.uint8)


def _lead(
    seen: Floats, mine: Floats, others: Floats, evidence: Floats, noise: float, step: int = 1
) -> tuple[Floats, Floats]:
    """How far the picture is on a face's side against others (F, 3, P'), where they differ.

    1 is all of it, 0 half way. Where nothing can be seen neither gains, so what is hidden lowers the lead.
    The second result is the lead in multiples of what noise makes of it. Others have every `step`-th pixel.
    """
    reach = np.float32(max(4 * noise, 0.15))
    seen, mine, evidence = seen[:, ::step], mine[:, ::step], evidence[::step]
    ours = np.minimum(np.abs(seen - mine), reach) ** 2
    theirs = np.minimum(np.abs(seen - others), reach) ** 2
    apart = (np.minimum(np.abs(mine - others), reach) ** 2).sum(axis=(1, 2)) + 1e-6
    lead = ((theirs - ours) @ evidence).sum(axis=1)
    # Neighbouring pixels share their noise: some ten of them count as one.
    chance = 2 * noise * np.sqrt(apart * 10)
    return np.asarray(lead / apart, np.float32), np.asarray(lead / chance, np.float32)
