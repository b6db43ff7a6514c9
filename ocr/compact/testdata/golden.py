#!/usr/bin/python3
"""Writes random.weights, a small network with random weights and every kind of layer, and
random.json: lines of random grey with PyTorch's answers.

    golden.py           writes both beside itself; the same seed gives the same files

Needs Debian's python3-torch, python3-numpy and python3-pil.
"""
import base64
import io
import json
import math
import pathlib

import numpy
import torch
from PIL import Image
from torch.nn import functional

HEIGHT, STRIDE, ALPHABET = 32, 2, ["0", "1", ".", "胆", "□"]
WIDTHS = [1, 2, 3, 4, 5, 17, 60, 61, 100, 131]


def layer(out, into, kernel, padding=(0, 0), relu=True, residual=False, pool=(1, 1), shuffle=1):
    return {"out": out, "in": into, "kh": kernel[0], "kw": kernel[1], "ph": padding[0], "pw": padding[1], "relu": relu,
            "residual": residual, "pool_h": pool[0], "pool_w": pool[1], "shuffle": shuffle}


LAYERS = [
    layer(7, 1, (3, 3), (1, 1), pool=(2, 2)),
    layer(12, 7, (3, 3), (1, 1), pool=(2, 2)),
    layer(13, 12, (3, 3), (1, 1), pool=(2, 1)),
    layer(14, 13, (3, 3), (1, 1), pool=(2, 1)),
    layer(19, 14, (2, 3), (0, 1)),
    layer(19, 19, (1, 3), (0, 1), residual=True),
    layer(22, 19, (1, 3), (0, 1), shuffle=2),
    layer(len(ALPHABET) + 1, 11, (1, 1), relu=False),
]


def answer(values, x):
    """The logits [classes, frames] of a picture, in double precision with the rounded weights."""
    for l, (weight, bias) in zip(LAYERS, values):
        y = functional.conv2d(x, weight, bias, padding=(l["ph"], l["pw"]))
        y = functional.relu(y) if l["relu"] else y
        y = y + x if l["residual"] else y
        y = functional.max_pool2d(y, (l["pool_h"], l["pool_w"]))
        if l["shuffle"] > 1:  # channel c*k+i of column t becomes channel c of column t*k+i
            n, c, h, t = y.shape
            k = l["shuffle"]
            y = y.reshape(n, c // k, k, h, t).permute(0, 1, 3, 4, 2).reshape(n, c // k, h, t * k)
        x = y
    return x[0, :, 0, :]


def read(logits):
    """Greedy text, and the probability of that text over all its alignments."""
    chances = torch.log_softmax(logits, 0)
    labels, last = [], 0
    for k in chances.argmax(0).tolist():
        if k and k != last:
            labels.append(k)
        last = k
    if not labels:
        return "", 0.0
    loss = functional.ctc_loss(chances.T[:, None], torch.tensor([labels]), torch.tensor([logits.shape[1]]), torch.tensor([len(labels)]), reduction="sum")
    return "".join(ALPHABET[k - 1] for k in labels), math.exp(-loss.item())


def main():
    here = pathlib.Path(__file__).parent
    rng = numpy.random.default_rng(20261121)
    values = []
    for l in LAYERS:
        fan = l["in"] * l["kh"] * l["kw"]
        weight = rng.normal(0, 1.6 / math.sqrt(fan), (l["out"], l["in"], l["kh"], l["kw"])).astype("<f2")
        values.append((weight, rng.normal(0, 0.3, l["out"]).astype("<f2")))
    header = {"version": "random", "alphabet": ALPHABET, "height": HEIGHT, "stride": STRIDE, "layers": LAYERS}
    with open(here / "random.weights", "wb") as f:
        f.write(b"tijian compact reader 1\n" + json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        for weight, bias in values:
            f.write(weight.tobytes() + bias.tobytes())
    exact = [(torch.from_numpy(w.astype(numpy.float64)), torch.from_numpy(b.astype(numpy.float64))) for w, b in values]
    lines = []
    for width in WIDTHS:
        # Coarse noise, so that the answers change along the line.
        pixels = numpy.kron(rng.integers(0, 256, (8, width // 4 + 1)), numpy.ones((4, 4)))[:, :width].astype(numpy.uint8)
        x = numpy.zeros((1, 1, HEIGHT, -(-width // 4) * 4))
        x[0, 0, :, :width] = (255 - pixels.astype(numpy.float64)) / 255
        logits = answer(exact, torch.from_numpy(x))
        text, sure = read(logits)
        out = io.BytesIO()
        Image.fromarray(pixels).save(out, "PNG")
        lines.append({"png": base64.b64encode(out.getvalue()).decode(), "text": text, "confidence": round(sure, 6),
                      "logits": [[round(v, 5) for v in row] for row in logits.tolist()]})
    body = ",\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
    (here / "random.json").write_text('{"version": "random", "lines": [\n' + body + "\n]}\n")


if __name__ == "__main__":
    main()
