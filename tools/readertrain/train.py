#!/usr/bin/python3
"""Trains the compact reader on blocks drawn by readertrain, and writes its weights.

    train.py --blocks DIR [DIR …] --check DIR --minutes 40 --out reader.weights [--golden golden.json]

Needs Debian's python3-torch, python3-numpy and python3-pil. The same blocks, seed and number of
steps give the same weights on the same machine with one thread count; --minutes only bounds the time.
"""
import argparse
import base64
import io
import json
import math
import pathlib
import struct
import time

import numpy
import torch
from torch import nn
from torch.nn import functional

HEIGHT, STRIDE = 32, 2
EMPTY, JOINED = 0.4, 0.06  # share of the blocks without text that is kept; pairs set side by side, as a share of all
NEW = 2.0  # how much less likely a character that a weights file does not know begins than □, in log odds
KINDS = ["number", "name", "unit", "text", "random"]


class Block:
    """One labelled strip: grey pixels, label, kind."""
    __slots__ = ("pixels", "label", "kind")

    def __init__(self, pixels, label, kind):
        self.pixels, self.label, self.kind = pixels, label, kind


def read_blocks(folder, widest):
    blocks = []
    for path in sorted(pathlib.Path(folder).glob("blocks-*.bin")):
        data, at = path.read_bytes(), 0
        while at < len(data):
            width, length, kind = struct.unpack_from("<HHB", data, at)
            at += 5
            label = data[at:at + length].decode()
            at += length
            if width <= widest:
                pixels = numpy.frombuffer(data, numpy.uint8, HEIGHT * width, at).reshape(HEIGHT, width)
                blocks.append(Block(pixels, label, kind))
            at += HEIGHT * width
    return blocks


class Residual(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, (1, 3), padding=(0, 1), bias=False)
        self.norm = nn.BatchNorm2d(channels)

    def forward(self, x):
        return functional.relu(self.norm(self.conv(x))) + x


class Reader(nn.Module):
    """Convolutions that halve the picture four times downwards and twice along, then along the line
    only; each column then gives two frames, so that a frame is two pixels wide (Graves et al.,
    Connectionist Temporal Classification, 2006)."""
    def __init__(self, classes, widths=(24, 48, 96, 160, 240, 160)):
        super().__init__()
        a, b, c, d, e, f = widths
        self.shapes = [  # out, in, kernel, padding, pool
            (a, 1, (3, 3), (1, 1), (2, 2)), (b, a, (3, 3), (1, 1), (2, 2)), (c, b, (3, 3), (1, 1), (2, 1)),
            (d, c, (3, 3), (1, 1), (2, 1)), (e, d, (2, 3), (0, 1), None)]
        self.convs = nn.ModuleList(nn.Conv2d(i, o, k, padding=p, bias=False) for o, i, k, p, _ in self.shapes)
        self.norms = nn.ModuleList(nn.BatchNorm2d(o) for o, *_ in self.shapes)
        self.along = nn.ModuleList(Residual(e) for _ in range(3))
        self.up = nn.Conv2d(e, 2 * f, (1, 3), padding=(0, 1), bias=False)
        self.up_norm = nn.BatchNorm2d(2 * f)
        self.drop = nn.Dropout(0.1)
        self.out = nn.Conv2d(f, classes, 1)

    def forward(self, x):
        for conv, norm, (_, _, _, _, pool) in zip(self.convs, self.norms, self.shapes):
            x = functional.relu(norm(conv(x)))
            if pool:
                x = functional.max_pool2d(x, pool)
        for block in self.along:
            x = block(x)
        x = functional.relu(self.up_norm(self.up(x)))
        n, c, _, t = x.shape  # channel 2c+k of column t becomes channel c of frame 2t+k
        x = x.reshape(n, c // 2, 2, t).permute(0, 1, 3, 2).reshape(n, c // 2, 1, 2 * t)
        return self.out(self.drop(x))[:, :, 0, :]  # n, classes, frames


def widened(state, net):
    """The state of a narrower or shallower network, laid into net so that it starts by answering nearly
    the same: new channels are heard by nobody, new residuals hardly (after Chen et al., Net2Net, 2016)."""
    out = net.state_dict()
    for name, new in out.items():
        old = state.get(name)
        if old is None:
            if name.endswith("norm.weight"):
                new.fill_(0.1)
            continue
        if new.ndim > 1:  # rows are channels heard, columns their listeners
            new[:old.shape[0], old.shape[1]:] = 0
        new[tuple(slice(n) for n in old.shape)] = old
    return out


def altered(pixels, rng):
    """Varies a strip more than the pages do: size, height, slant, stroke, sharpness, light, paper, grain."""
    x = (255 - pixels.astype(numpy.float32)) / 255
    height, width = x.shape
    picture = torch.from_numpy(x)[None, None]
    if rng.random() < 0.8:
        size = 1 + 0.22 * rng.uniform(-1, 1) * (rng.random() < 0.7)
        sx, sy = size * (1 + 0.15 * rng.uniform(-1, 1)), size * (1 + 0.06 * rng.uniform(-1, 1))
        rows = numpy.flatnonzero(x.max(1) > 0.35)
        if len(rows):  # nothing is pushed out of the strip
            far = 1 + max(height / 2 - rows[0], rows[-1] + 1 - height / 2)
            sy = min(sy, max(1, height / 2 / far))
            room = height / 2 - sy * (far - 1)
            dy = min(2, max(0.5, room)) * rng.uniform(-1, 1) / (height / 2) / sy
        else:
            dy = 0
        shear = rng.uniform(-1, 1) * (0.4 if rng.random() < 0.2 else 0.12 if rng.random() < 0.3 else 0)
        wide = max(8, int(round(width * sx)))
        theta = torch.tensor([[[1.0, shear * height / width, 0.0], [0.0, 1 / sy, dy]]], dtype=torch.float32)
        grid = functional.affine_grid(theta, (1, 1, height, wide), align_corners=False)
        if rng.random() < 0.25:  # shapes of fonts that are not here (Simard et al., Best Practices, 2003)
            knots = torch.from_numpy(rng.uniform(-1, 1, (1, 2, 5, max(2, wide // 7))).astype(numpy.float32))
            bent = functional.interpolate(knots, (height, wide), mode="bicubic", align_corners=False).permute(0, 2, 3, 1)
            grid = grid + bent * rng.uniform(0.5, 1.3) * torch.tensor([2 / width, 2 / height])
        picture = functional.grid_sample(picture, grid, align_corners=False)
    if rng.random() < 0.35:
        picture = coarse(picture, rng)
    if rng.random() < 0.06:  # blotted
        k = rng.uniform(0.4, 1)
        picture = picture * (1 - k) + functional.max_pool2d(picture, 3, 1, 1) * k
    elif rng.random() < 0.3:  # bolder or finer strokes
        k = rng.uniform(0.3, 0.9)
        if rng.random() < 0.5:
            other = functional.max_pool2d(functional.pad(picture, (0, 1, 0, 1)), 2, 1)
        else:
            other = -functional.max_pool2d(functional.pad(-picture, (0, 1, 0, 1)), 2, 1)
            k *= 0.7
        picture = picture * (1 - k) + other * k
    if rng.random() < 0.2:  # sharpened, with a light edge around strokes
        soft = functional.avg_pool2d(picture, 3, 1, 1, count_include_pad=False)
        picture = (picture + rng.uniform(0.5, 2.5) * (picture - soft)).clamp(0, 1)
    x = picture[0, 0].numpy()
    if rng.random() < 0.5:
        x = x * rng.uniform(0.4, 1.15)
    if rng.random() < 0.12:  # whitened too much: what is faint is lost
        low = rng.uniform(0.05, 0.3) * x.max()
        x = (x - low) * rng.uniform(1, 2)
    if rng.random() < 0.15:
        x = shaded(x, rng)
    if rng.random() < 0.4:
        x = x + rng.normal(0, rng.uniform(0.01, 0.07), x.shape).astype(numpy.float32)
    if rng.random() < 0.1:
        x = ruled(x, rng)
    return numpy.clip(x, 0, 1)


def coarse(picture, rng):
    """Small print that was enlarged: some 9 to 18 pixels to a character, perhaps saved as a poor JPEG."""
    height, wide = picture.shape[2:]
    k = rng.uniform(0.48, 0.85)
    small = functional.interpolate(picture, (int(height * k), max(4, int(wide * k))), mode="area")
    if rng.random() < 0.5:
        from PIL import Image
        file = io.BytesIO()
        grey = (255 - small[0, 0].clamp(0, 1).numpy() * rng.uniform(150, 255)).astype(numpy.uint8)
        Image.fromarray(grey).save(file, "JPEG", quality=int(rng.integers(30, 75)))
        small = torch.from_numpy((255 - numpy.asarray(Image.open(file), numpy.float32)) / 255)[None, None]
    mode = "bicubic" if rng.random() < 0.5 else "bilinear"
    return functional.interpolate(small, (height, wide), mode=mode, align_corners=False).clamp(0, 1)


def shaded(x, rng):
    """Paper that was not whitened: a marker, a shadow, in the whole strip or with an edge in it."""
    height, width = x.shape
    ground = rng.uniform(0.08, 0.4) + rng.uniform(-0.1, 0.1) * numpy.linspace(-1, 1, width, dtype=numpy.float32)[None]
    ground = ground + rng.uniform(-0.06, 0.06) * numpy.linspace(-1, 1, height, dtype=numpy.float32)[:, None]
    if rng.random() < 0.5:  # of limited reach
        at, soft = rng.uniform(0, width), rng.uniform(1, 6)
        edge = numpy.clip(0.5 + (numpy.arange(width, dtype=numpy.float32) - at) / soft * (1 if rng.random() < 0.5 else -1), 0, 1)
        ground = ground * edge[None]
    if rng.random() < 0.7:  # only the block's box has it, not the paper set around it
        ground[:, :4] = 0
        ground[:, -4:] = 0
        ground[:int(rng.integers(0, 5))] = 0
        ground[height - int(rng.integers(0, 5)):] = 0
    return x + numpy.maximum(ground, 0) * (1 - x)


def ruled(x, rng):
    """The rest of a rule: level, perhaps sloping or broken, or upright."""
    height, width = x.shape
    dark = rng.uniform(0.3, 1)
    if rng.random() < 0.6:
        y = rng.integers(0, 4) if rng.random() < 0.3 else rng.integers(height - 5, height)
        a, b = sorted(rng.integers(0, width + 1, 2)) if rng.random() < 0.4 else (0, width)
        for at in range(a, b):
            row = int(round(min(max(y + rng.uniform(-0.2, 0.2) + (at - a) / width * 1.5, 0), height - 1)))
            x[row, at] = max(x[row, at], dark)
    else:
        at = rng.integers(0, 4) if rng.random() < 0.5 else rng.integers(width - 4, width)
        period = int(rng.integers(6, 20))  # of a dashed one; solid when its gaps are 0
        gap = int(rng.integers(0, period // 2)) * (rng.random() < 0.6)
        rows = (numpy.arange(height) + rng.integers(0, period)) % period >= gap
        x[rows, at] = numpy.maximum(x[rows, at], dark)
    return x


def joined(blocks, count, widest, rng):
    """Pairs of blocks side by side, as a cutter that sees no gap between columns gives them."""
    margin, near = 6, 5  # of the cutter, in pixels; a wider gap than near is read as a space
    written = [b for b in blocks if b.label and b.kind < 3 and b.pixels.shape[1] < widest / 2]
    pairs = []
    for _ in range(count if written else 0):
        a, b = (written[i] for i in rng.integers(0, len(written), 2))
        gap = int(rng.integers(2, 16))
        blank = numpy.full((HEIGHT, gap), 255, numpy.uint8)
        pairs.append(Block(numpy.hstack([a.pixels[:, :-margin], blank, b.pixels[:, margin:]]), a.label + (" " if gap > near else "") + b.label, a.kind))
    return pairs


def batch_of(pictures):
    width = (max(p.shape[1] for p in pictures) + 3) // 4 * 4
    out = numpy.zeros((len(pictures), 1, HEIGHT, width), numpy.float32)
    for i, p in enumerate(pictures):
        out[i, 0, :, :p.shape[1]] = p
    return torch.from_numpy(out)


def plain(block):
    return (255 - block.pixels.astype(numpy.float32)) / 255


class Batches(torch.utils.data.Dataset):
    """Batches of blocks of like width, in an order that the seed decides."""
    def __init__(self, blocks, index, size, epoch, seed):
        self.blocks, self.index, self.seed, self.epoch = blocks, index, seed, epoch
        rng = numpy.random.default_rng([seed, epoch])
        order = numpy.argsort([b.pixels.shape[1] * rng.uniform(0.9, 1.1) for b in blocks])
        self.groups = [order[i:i + size] for i in range(0, len(order), size)]
        rng.shuffle(self.groups)

    def __len__(self):
        return len(self.groups)

    def __getitem__(self, i):
        rng = numpy.random.default_rng([self.seed, self.epoch, i])
        chosen = [self.blocks[k] for k in self.groups[i]]
        pictures = [altered(b.pixels, rng) for b in chosen]
        labels = [[self.index[c] for c in b.label] for b in chosen]
        frames = [-(-p.shape[1] // 4) * 2 for p in pictures]
        return batch_of(pictures), torch.tensor(sum(labels, []), dtype=torch.long), torch.tensor([len(x) for x in labels]), torch.tensor(frames)


def greedy(logits, frames, alphabet):
    """Text of one line, and the probability of that text over all its alignments."""
    chances = torch.log_softmax(logits[:, :frames].float(), 0)
    labels, last = [], 0
    for k in chances.argmax(0).tolist():
        if k and k != last:
            labels.append(k)
        last = k
    if not labels:
        return "", 0.0
    loss = functional.ctc_loss(chances.T[:, None], torch.tensor([labels]), torch.tensor([frames]), torch.tensor([len(labels)]), reduction="sum")
    return "".join(alphabet[k - 1] for k in labels), math.exp(-loss.item())


def parsed(path):
    """Header and layers of a weights file: pairs of weight and bias."""
    magic, head, data = pathlib.Path(path).read_bytes().split(b"\n", 2)
    header, values, at = json.loads(head), [], 0
    for l in header["layers"]:
        pair = []
        for shape in ((l["out"], l["in"], l["kh"], l["kw"]), (l["out"],)):
            count = math.prod(shape)
            pair.append(numpy.frombuffer(data, "<f2", count, at).reshape(shape))
            at += 2 * count
        values.append(tuple(pair))
    return header, values


def unfold(net, path, alphabet, batches):
    """Starts net from a weights file, whose batch norms are folded in. The outputs of the convolutions are
    measured on batches, so that the norms begin by doing nothing but what was folded; it then answers as the
    file does. Characters that the file does not know begin as an unknown one (□), a little less likely."""
    header, values = parsed(path)
    convs = [*net.convs, *(b.conv for b in net.along), net.up]
    norms = [*net.norms, *(b.norm for b in net.along), net.up_norm]
    sums = {n: [0, 0.0, 0.0] for n in norms}

    def count(norm, inputs):
        x = inputs[0].double()
        sums[norm][0] += x.numel() // x.shape[1]
        sums[norm][1] += x.sum((0, 2, 3))
        sums[norm][2] += (x * x).sum((0, 2, 3))

    with torch.no_grad():
        for conv, norm, (weight, bias) in zip(convs, norms, values):
            conv.weight.copy_(torch.from_numpy(weight.astype(numpy.float32)))
            norm.running_mean.zero_()
            norm.running_var.fill_(1 - norm.eps)
            norm.weight.fill_(1)
            norm.bias.copy_(torch.from_numpy(bias.astype(numpy.float32)))
        weight, bias = (torch.from_numpy(v.astype(numpy.float32)) for v in values[-1])
        rows = {c: i + 1 for i, c in enumerate(header["alphabet"])}
        net.out.weight[0], net.out.bias[0] = weight[0], bias[0]
        for i, c in enumerate(alphabet):
            old = rows.get(c, rows["□"])
            net.out.weight[i + 1], net.out.bias[i + 1] = weight[old], bias[old] - (0 if c in rows else NEW)
        hooks = [n.register_forward_pre_hook(count) for n in norms]
        net.eval()
        before = [net(x) for x in batches]
        for hook in hooks:
            hook.remove()
        for norm, (n, total, squares) in sums.items():
            mean = total / n
            var = (squares / n - mean * mean).clamp(min=0)
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(var)
            norm.weight.copy_(torch.sqrt(var + norm.eps))
            norm.bias.add_(mean)
        far = max((net(x) - y).abs().max().item() for x, y in zip(batches, before))
        if alphabet == header["alphabet"]:
            far = max(far, max((exported(header["layers"], values, x) - y).abs().max().item() for x, y in zip(batches, before)))
        net.train()
    print(f"started from {header['version']}; answers differ by {far:.5f} at most", flush=True)
    if far > 0.01:
        raise SystemExit("the network does not answer as its weights file does")


def same(text, label):
    """Spaces do not matter to what a block says."""
    return text.replace(" ", "") == label.replace(" ", "")


def evaluate(net, blocks, alphabet, worst=12):
    net.eval()
    right, total, wrong, sure_wrong = {}, {}, [], 0
    order = sorted(range(len(blocks)), key=lambda i: blocks[i].pixels.shape[1])
    with torch.no_grad():
        for i in range(0, len(order), 64):
            chosen = [blocks[k] for k in order[i:i + 64]]
            logits = net(batch_of([plain(b) for b in chosen]))
            for b, l in zip(chosen, logits):
                text, sure = greedy(l, -(-b.pixels.shape[1] // 4) * 2, alphabet)
                kind = KINDS[b.kind]
                total[kind] = total.get(kind, 0) + 1
                if same(text, b.label):
                    right[kind] = right.get(kind, 0) + 1
                else:
                    wrong.append((sure, kind, b.label, text))
    wrong.sort(reverse=True)
    net.train()
    shares = " ".join(f"{k} {100 * right.get(k, 0) / n:.2f}%" for k, n in sorted(total.items()))
    return shares, wrong[:worst]


def folded(conv, norm):
    k = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    return conv.weight * k[:, None, None, None], norm.bias - norm.running_mean * k


def export(net):
    """Layers and numbers as package ocr/compact reads them, batch norms folded in."""
    layers, values = [], []

    def put(weight, bias, pad, relu=True, residual=False, pool=None, shuffle=1):
        o, i, kh, kw = weight.shape
        layers.append({"out": o, "in": i, "kh": kh, "kw": kw, "ph": pad[0], "pw": pad[1], "relu": relu, "residual": residual,
                       "pool_h": pool[0] if pool else 1, "pool_w": pool[1] if pool else 1, "shuffle": shuffle})
        values.append((weight.detach().numpy().astype("<f2"), bias.detach().numpy().astype("<f2")))

    for conv, norm, (_, _, _, pad, pool) in zip(net.convs, net.norms, net.shapes):
        put(*folded(conv, norm), pad, pool=pool)
    for block in net.along:
        put(*folded(block.conv, block.norm), (0, 1), residual=True)
    put(*folded(net.up, net.up_norm), (0, 1), shuffle=2)
    put(net.out.weight, net.out.bias, (0, 0), relu=False)
    return layers, values


def averaged(values, alphabet, path, keep):
    """The numbers with a share of those of the weights file that the training started from: what was learnt
    last is learnt, what was known before is not lost (Wortsman et al., WiSE-FT, 2022). Characters that the
    file does not know keep theirs."""
    def mean(new, old):
        return (new.astype("f4") * (1 - keep) + old.astype("f4") * keep).astype("<f2")
    header, before = parsed(path)
    out = [(mean(w, v), mean(b, c)) for (w, b), (v, c) in zip(values[:-1], before)]
    rows = {c: i + 1 for i, c in enumerate(header["alphabet"])}
    shared = [(0, 0)] + [(i + 1, rows[c]) for i, c in enumerate(alphabet) if c in rows]
    last = tuple(v.copy() for v in values[-1])
    for new, old in zip(last, before[-1]):
        for i, k in shared:
            new[i] = mean(new[i], old[k])
    return out + [last]


def write(layers, values, alphabet, version, path):
    """Writes a weights file."""
    header = {"version": version, "alphabet": alphabet, "height": HEIGHT, "stride": STRIDE, "layers": layers}
    with open(path, "wb") as f:
        f.write(b"tijian compact reader 1\n")
        f.write(json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        for weight, bias in values:
            f.write(weight.tobytes())
            f.write(bias.tobytes())


def exported(layers, values, x):
    """The network as it was written, with its rounded numbers."""
    for l, (weight, bias) in zip(layers, values):
        y = functional.conv2d(x, torch.from_numpy(weight.astype(numpy.float32)), torch.from_numpy(bias.astype(numpy.float32)), padding=(l["ph"], l["pw"]))
        y = functional.relu(y) if l["relu"] else y
        y = y + x if l["residual"] else y
        y = functional.max_pool2d(y, (l["pool_h"], l["pool_w"]))
        if l["shuffle"] > 1:
            n, c, h, t = y.shape
            k = l["shuffle"]
            y = y.reshape(n, c // k, k, t).permute(0, 1, 3, 2).reshape(n, c // k, 1, k * t)
        x = y
    return x[:, :, 0, :]


def golden(layers, values, version, blocks, alphabet, path, count=60):
    """Lines with the written network's own answers, to hold the inference in Go to."""
    from PIL import Image
    lines, step = [], max(1, len(blocks) // count)
    for b in blocks[::step][:count]:
        with torch.no_grad():
            text, sure = greedy(exported(layers, values, batch_of([plain(b)]))[0], -(-b.pixels.shape[1] // 4) * 2, alphabet)
        out = io.BytesIO()
        Image.fromarray(b.pixels).save(out, "PNG")
        lines.append({"png": base64.b64encode(out.getvalue()).decode(), "text": text, "confidence": round(sure, 5)})
    pathlib.Path(path).write_text(json.dumps({"version": version, "lines": lines}, ensure_ascii=False, indent=1) + "\n")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--blocks", nargs="+", required=True)
    p.add_argument("--check", nargs="+", required=True, help="blocks to measure on, never trained on")
    p.add_argument("--out", required=True)
    p.add_argument("--golden")
    p.add_argument("--epochs", type=int, default=10)
    p.add_argument("--minutes", type=float, default=0, help="bound on the training time; the schedule then follows the time")
    p.add_argument("--batch", type=int, default=64)
    p.add_argument("--rate", type=float, default=2.5e-3)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--workers", type=int, default=2)
    p.add_argument("--version", default="0")
    p.add_argument("--start", help="state to go on from, perhaps of a narrower network, or a file NAME.weights")
    p.add_argument("--keep", type=float, default=0, help="share of the numbers of --start, a weights file, in what is written")
    p.add_argument("--bfloat16", action="store_true", help="faster where the processor has it, much slower elsewhere")
    p.add_argument("--widest", type=int, default=420)
    o = p.parse_args()
    torch.manual_seed(o.seed)
    torch.set_num_threads(o.threads)
    alphabet = json.loads((pathlib.Path(o.blocks[0]) / "alphabet.json").read_text())
    index = {c: i + 1 for i, c in enumerate(alphabet)}
    rng = numpy.random.default_rng(o.seed)
    blocks = [b for folder in o.blocks for b in read_blocks(folder, o.widest) if b.label or rng.random() < EMPTY]
    blocks += joined(blocks, int(JOINED * len(blocks)), o.widest, rng)
    checks = {folder: read_blocks(folder, 10_000) for folder in o.check}
    if o.keep and (not o.start or not o.start.endswith(".weights")):
        raise SystemExit("--keep needs --start with a weights file")
    net = Reader(len(alphabet) + 1)
    print(len(blocks), "blocks,", sum(v.numel() for v in net.parameters()), "parameters", flush=True)
    if o.start and o.start.endswith(".weights"):
        few = Batches(blocks, index, o.batch, 0, o.seed)
        unfold(net, o.start, alphabet, [few[i][0] for i in range(min(24, len(few)))])
    elif o.start:
        net.load_state_dict(widened(torch.load(o.start), net))
    net = net.to(memory_format=torch.channels_last)
    decay = [v for v in net.parameters() if v.ndim > 1]
    other = [v for v in net.parameters() if v.ndim <= 1]
    optimiser = torch.optim.AdamW([{"params": decay, "weight_decay": 0.02}, {"params": other, "weight_decay": 0}], lr=o.rate)
    per_epoch = -(-len(blocks) // o.batch)
    begin, step, done = time.time(), 0, 0
    for epoch in range(o.epochs if not o.minutes else 10_000 if o.minutes > 0 else 0):
        data = torch.utils.data.DataLoader(Batches(blocks, index, o.batch, epoch, o.seed), batch_size=None, num_workers=o.workers, prefetch_factor=8)
        total = 0.0
        for pictures, labels, lengths, frames in data:
            done = (time.time() - begin) / 60 / o.minutes if o.minutes else step / (o.epochs * per_epoch)
            if done >= 1:
                break
            warm = min(1, (step + 1) / (100 if o.start else 300))
            for group in optimiser.param_groups:
                group["lr"] = o.rate * warm * (0.5 * (1 + math.cos(math.pi * done)) + 0.002)
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=o.bfloat16):
                logits = net(pictures.to(memory_format=torch.channels_last))
            chances = torch.log_softmax(logits.float(), 1).permute(2, 0, 1)
            loss = functional.ctc_loss(chances, labels, frames, lengths, zero_infinity=True)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5)
            optimiser.step()
            total, step = total + loss.item(), step + 1
        print(f"epoch {epoch} loss {total / max(1, per_epoch):.4f} {(time.time() - begin) / 60:.1f} min", flush=True)
        for folder, check in checks.items():
            print("  ", folder, evaluate(net, check, alphabet)[0], flush=True)
        torch.save(net.state_dict(), o.out + ".state")
        if done >= 1 or (not o.minutes and epoch == o.epochs - 1):
            break
    net = net.to(memory_format=torch.contiguous_format)
    layers, values = export(net.eval())
    if o.keep:
        values = averaged(values, alphabet, o.start, o.keep)
    write(layers, values, alphabet, o.version, o.out)
    for folder, check in checks.items():
        shares, worst = evaluate(net, check, alphabet, 40)
        print(folder, shares)
        for w in worst:
            print("   %.3f %s %r read %r" % w)
    if o.golden:
        golden(layers, values, o.version, next(iter(checks.values())), alphabet, o.golden)


if __name__ == "__main__":
    main()
