"""The second opinion's network and the batches it learns from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

if TYPE_CHECKING:
    from models.cube_batches import Batch

pytestmark = pytest.mark.train


def columns(
    skewer: list[int], photograph: list[int], back: list[bool] | None = None
) -> dict[str, np.ndarray]:
    """Close-ups whose places lie a side apart along a slanting stick; each is red at its left."""
    n = len(skewer)
    turned = np.array(back if back is not None else [False] * n)
    image = np.full((n, 120, 120, 3), 90, np.uint8)
    for i in range(n):
        image[i, :, slice(60, 120) if turned[i] else slice(0, 60)] = (40, 40, 200)
    way = np.array([0.6, 0.8], np.float32)
    return {
        "image": image,
        "kind": np.arange(n, dtype=np.int8) % 6,
        "wrap": np.zeros(n, np.int8),
        "left": ~turned,
        "right": turned,
        "strip_pixels": np.zeros(n, np.float32),
        "side_px": np.full(n, 30.0, np.float32),
        "light": np.array(photograph, np.float32)[:, None].repeat(6, 1),
        "skewer": np.array(skewer, np.int32),
        "back": turned,
        "middle": (100 + 30 * np.arange(n)[:, None] * way).astype(np.float32),
        "direction": np.where(turned[:, None], -way, way).astype(np.float32),
    }


def test_a_skewer_is_those_places_of_one_stick_in_one_photograph() -> None:
    from models.cube_batches import skewers

    groups = skewers(columns([3, 3, -1, 3, -1, 7], [0, 0, 0, 1, 1, 0]))
    assert sorted(sorted(g.tolist()) for g in groups) == [[0, 1], [2], [3], [4], [5]]


def test_places_of_a_skewer_are_turned_to_run_one_way() -> None:
    import torch

    from models.cube_batches import batch_of

    b = batch_of(
        columns([3, 3, 3, 5], [0] * 4, [False, True, False, True]), [np.array([0, 1, 2]), np.array([3])]
    )
    assert b.skewer.tolist() == [0, 0, 0, 1]
    assert b.at.tolist() == pytest.approx([0, 1, 2, 0], abs=1e-5)
    # What was cut upside down is turned back: red lies at the left, where the strip goes on.
    assert bool((b.image[:, :, :60, 2] == 200).all()) and bool((b.image[:, :, 60:, 2] == 90).all())
    assert torch.equal(b.truth["left"], torch.ones(4)) and torch.equal(b.truth["right"], torch.zeros(4))


def test_batches_show_nearly_all_and_never_more_than_asked() -> None:
    from models.cube_batches import LONGEST, batches

    data = columns([i // 5 for i in range(400)], [0] * 400)
    shown = list(batches(data, 64, np.random.default_rng(0)))
    sizes = [len(b.image) for b in shown]
    assert max(sizes) <= 64 and sum(sizes) > 280
    for b in shown:
        assert len(b.image) == len(b.skewer) == len(b.at) == len(b.light)
        assert int(np.bincount(b.skewer.numpy()).max()) <= LONGEST


def varied_batch(n: int) -> tuple[Batch, Batch]:
    import torch

    from models.cube_batches import batch_of, varied

    data = columns([i // 4 for i in range(n)], [0] * n)
    plain = batch_of(data, np.split(np.arange(n), n // 4))
    return plain, varied(plain, torch.Generator().manual_seed(3))


def test_variations_of_a_close_up_keep_what_it_shows() -> None:
    import torch

    plain, out = varied_batch(400)
    _, again = varied_batch(400)
    assert torch.equal(out.image, again.image) and out.image.shape == plain.image.shape
    assert float(out.image.min()) >= 0 and float(out.image.max()) <= 255
    # What went on to the left goes on to the right in a mirror, and red follows it there.
    red = out.image[..., 2] - out.image[..., 1]
    side = torch.where(red[:, :, 10:50].mean((1, 2)) > red[:, :, 70:110].mean((1, 2)), 1.0, 0.0)
    left = out.truth["left"]
    assert float((side == left).float().mean()) > 0.97
    assert torch.equal(left + out.truth["right"], torch.ones(400)) and 0.4 < float(left.mean()) < 0.6
    # A mirrored stick runs the other way; all places of a skewer are mirrored or none.
    assert torch.equal(out.at, torch.where(left > 0, plain.at, -plain.at))
    assert all(len(set(part.tolist())) == 1 for part in left.split(4))


def test_a_camera_is_the_same_for_all_places_of_a_skewer() -> None:
    plain, out = varied_batch(400)
    shift = (out.light - plain.light).numpy().reshape(-1, 4, 6)
    assert np.abs(shift - shift[:, :1]).max() < 1e-6
    assert shift[:, 0].std() > 0.02
    warm = shift[..., 0].reshape(-1) > 0.05
    # Where the light features say that it is warmer, red is stronger beside green.
    red = np.log((out.image[..., 2].mean((1, 2)) / out.image[..., 1].mean((1, 2))).numpy())
    assert red[warm].mean() > red[~warm].mean()


@pytest.fixture(scope="module")
def net() -> Any:
    import torch

    from models.cube_net import CubeNet

    torch.manual_seed(0)
    made = CubeNet().eval()
    for mix in made.mixes:  # as if it had learnt to listen
        torch.nn.init.normal_(mix.tell.weight, std=0.2)
    return made


def some_places(n: int) -> tuple[Any, Any, Any]:
    import torch

    g = torch.Generator().manual_seed(1)
    image = torch.randint(0, 255, (n, 120, 120, 3), generator=g).to(torch.uint8)
    return image, torch.randn(n, 6, generator=g), torch.arange(n, dtype=torch.float32)


def test_places_hear_of_their_own_skewer_only(net: Any) -> None:
    import torch

    from models.cube_net import judged

    image, light, at = some_places(5)
    with torch.no_grad():
        _, both = judged(net, image, light, at, torch.tensor([0, 1, 0, 1, 1]))
        _, first = judged(net, image[[0, 2]], light[[0, 2]], at[[0, 2]], torch.tensor([0, 0]))
        _, second = judged(net, image[[1, 3, 4]], light[[1, 3, 4]], at[[1, 3, 4]], torch.tensor([0, 0, 0]))
        alone, _ = judged(net, image, light, at, torch.arange(5))
    assert torch.allclose(both[[0, 2]], first, atol=1e-4)
    assert torch.allclose(both[[1, 3, 4]], second, atol=1e-4)
    assert not torch.allclose(both, alone, atol=1e-3)


def test_where_a_skewer_begins_and_in_which_order_it_is_asked_do_not_matter(net: Any) -> None:
    import torch

    from models.cube_net import judged

    image, light, at = some_places(4)
    order = torch.tensor([2, 0, 3, 1])
    one = torch.zeros(4, dtype=torch.long)
    with torch.no_grad():
        _, straight = judged(net, image, light, at, one)
        _, mixed = judged(net, image[order], light[order], at[order] + 7, one)
    assert torch.allclose(straight[order], mixed, atol=1e-4)


def test_untaught_attention_changes_nothing() -> None:
    import torch

    from models.cube_net import CubeNet, judged

    image, light, at = some_places(3)
    with torch.no_grad():
        alone, together = judged(CubeNet().eval(), image, light, at, torch.zeros(3, dtype=torch.long))
    assert torch.allclose(alone, together, atol=1e-5)


def test_training_goes_on_where_it_stopped(tmp_path: Path) -> None:
    from models import train_cubes

    for part in ("train", "val"):
        (tmp_path / part).mkdir()
        np.savez(tmp_path / part / "0.npz", **columns([i // 4 for i in range(24)], [0] * 24))
    fixed = [str(tmp_path), "--batch", "8", "--work", str(tmp_path / "work"), "--threads", "1"]
    written = ["--onnx", str(tmp_path / "cubes.onnx"), "--rows", str(tmp_path / "rows.csv")]
    written += ["--weights", str(tmp_path / "cubes.pt")]
    assert train_cubes.main([*fixed, *written, "--batches", "2"]) == 0
    assert train_cubes.main([*fixed, *written, "--batches", "4", "--resume", "--bf16"]) == 0
    import torch

    assert torch.load(tmp_path / "work" / "last.pt", weights_only=True)["done"] == 4
    assert len((tmp_path / "rows.csv").read_text("utf-8").splitlines()) == 25
    # What was learnt is where the next training begins.
    again = [*fixed, *written, "--batches", "0", "--start", str(tmp_path / "cubes.pt")]
    before = (tmp_path / "rows.csv").read_text("utf-8")
    assert train_cubes.main(again) == 0
    after = (tmp_path / "rows.csv").read_text("utf-8")
    read = [[float(line.split(",")[2]) for line in text.splitlines()[1:]] for text in (before, after)]
    assert read[0] == pytest.approx(read[1], abs=0.02)


def test_the_mean_of_two_trainings_is_one_network(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import openvino
    import torch

    from models import average, train_cubes
    from models.cube_net import CubeNet

    files = [tmp_path / "one.pt", tmp_path / "other.pt"]
    nets = [CubeNet().eval(), CubeNet().eval()]
    for net, file in zip(nets, files, strict=True):
        train_cubes.keep(net, file)
    out = ["--weights", str(tmp_path / "mean.pt"), "--onnx", str(tmp_path / "mean.onnx")]
    arguments = [str(f) for f in files]
    assert average.main([*arguments, *out, "--share", "0.25"]) == 0
    kept = torch.load(tmp_path / "mean.pt", weights_only=True)["mean"]
    want = 0.25 * nets[0].out.weight + 0.75 * nets[1].out.weight
    assert torch.allclose(kept["out.weight"].float(), want, atol=1e-3)
    # All of one: what is exported answers as that one does.
    assert average.main([*arguments, *out, "--share", "1"]) == 0
    image, light, at = some_places(3)
    with torch.no_grad():
        said = nets[0](image[None], light[None], at).numpy()
    asked = [image[None].numpy(), light[None].numpy(), at.numpy()]
    found = openvino.Core().compile_model(str(tmp_path / "mean.onnx"), "CPU")(asked)[0]
    assert np.abs(found - said).max() < 0.02 * max(1.0, float(np.abs(said).max()))
    with pytest.raises(SystemExit) as stop:
        average.main([str(files[0]), str(tmp_path / "none.pt")])
    assert stop.value.code == 2
    assert "none.pt: no such file" in capsys.readouterr().err
    torch.save({"mean": {"other": torch.zeros(1)}}, tmp_path / "else.pt")
    with pytest.raises(SystemExit) as stop:
        average.main([str(files[0]), str(tmp_path / "else.pt")])
    assert stop.value.code == 2
    assert "else.pt: not the weights of this network" in capsys.readouterr().err


def test_what_ships_is_what_was_trained() -> None:
    import torch

    from models.cube_net import CubeNet
    from models.train_cubes import ROOT
    from vision.opinion import CubeReader

    net = CubeNet().eval()
    kept = torch.load(ROOT / "models" / "weights" / "cubes.pt", weights_only=True)["mean"]
    net.load_state_dict(kept)
    image, light, at = some_places(4)
    with torch.no_grad():
        said = net(image[None], light[None], at).numpy()
    found = CubeReader()._model([image[None].numpy(), light[None].numpy(), at.numpy()])[0]
    assert np.abs(found - said).max() < 0.02 * max(1.0, float(np.abs(said).max()))


def test_a_camera_does_the_same_to_all_of_a_photograph() -> None:
    import torch

    from models.variation import as_other_cameras

    grey = torch.full((4, 3, 32, 32), 0.5)
    out, cast = as_other_cameras(grey, torch.tensor([0, 0, 1, 1]), torch.Generator().manual_seed(5))
    tone = out.mean((2, 3))
    assert torch.allclose(tone[0], tone[1], atol=0.01) and torch.allclose(tone[2], tone[3], atol=0.01)
    assert float((tone[0] - tone[2]).abs().max()) > 0.02
    assert torch.equal(cast[0], cast[1]) and not torch.equal(cast[0], cast[2])
    # A cast shifts colours, not brightness.
    assert torch.allclose(cast.sum(1), torch.zeros(4), atol=1e-6)
