#include <string.h>
#include "kernel.h"

typedef float four __attribute__((vector_size(16)));
typedef int32_t four_masks __attribute__((vector_size(16)));

void raster_weigh(float *to, const float *from, const int32_t *at, const float *weights, int taps, long n) {
	long x = 0;
	for (; x + 16 <= n; x += 16) {
		four a = {0}, b = a, c = a, d = a;
		for (int i = 0; i < taps; i++) {
			four row[4];
			memcpy(row, from + at[i] + x, sizeof row);
			a += row[0] * weights[i];
			b += row[1] * weights[i];
			c += row[2] * weights[i];
			d += row[3] * weights[i];
		}
		four sums[4] = {a, b, c, d};
		memcpy(to + x, sums, sizeof sums);
	}
	for (; x < n; x++) {
		float sum = 0;
		for (int i = 0; i < taps; i++) {
			sum += from[at[i] + x] * weights[i];
		}
		to[x] = sum;
	}
}

void raster_levels(const uint8_t *restrict from, float *restrict to, long n) {
	for (long x = 0; x < n; x++) {
		to[x] = from[x];
	}
}

void raster_round(const float *restrict from, uint8_t *restrict to, long n) {
	for (long x = 0; x < n; x++) {
		float v = from[x] + 0.5f;
		v = v > 0 ? v : 0;
		v = v < 255 ? v : 255;
		to[x] = (int32_t)v;
	}
}

#define PICK(taps) \
	for (long x = 0; x < n; x++, weights += taps) { \
		const float *part = from + first[x]; \
		float sum = 0; \
		for (int i = 0; i < taps; i++) { \
			sum += part[i] * weights[i]; \
		} \
		to[x] = sum; \
	}

void raster_pick(float *to, const float *from, const int32_t *first, const float *weights, int taps, long n) {
	switch (taps) { // the common ones, known to the compiler
	case 2:
		PICK(2)
		break;
	case 3:
		PICK(3)
		break;
	case 4:
		PICK(4)
		break;
	default:
		PICK(taps)
	}
}

// Rows are walked side by side: each sum waits for the one before it.
#define ABREAST 4

static void mean(const float *from, float *to, int rows, long w, long radius) {
	double sums[ABREAST] = {0};
	for (long x = -radius; x < w; x++) {
		if (x + radius < w) {
			for (int r = 0; r < rows; r++) {
				sums[r] += from[r * w + x + radius];
			}
		}
		if (x - radius > 0) {
			for (int r = 0; r < rows; r++) {
				sums[r] -= from[r * w + x - radius - 1];
			}
		}
		if (x >= 0) {
			long last = x + radius < w ? x + radius : w - 1, first = x > radius ? x - radius : 0;
			double n = last - first + 1;
			for (int r = 0; r < rows; r++) {
				to[r * w + x] = sums[r] / n;
			}
		}
	}
}

void raster_mean(const float *from, float *to, long rows, long w, long radius) {
	for (; rows >= ABREAST; rows -= ABREAST, from += ABREAST * w, to += ABREAST * w) {
		mean(from, to, ABREAST, w, radius);
	}
	mean(from, to, rows, w, radius);
}

void raster_slide(double *sums, const float *add, const float *drop, double by, float *to, long n) {
	for (long x = 0; add && x < n; x++) {
		sums[x] += add[x];
	}
	for (long x = 0; drop && x < n; x++) {
		sums[x] -= drop[x];
	}
	for (long x = 0; to && x < n; x++) {
		to[x] = sums[x] / by;
	}
}

void raster_greater(float *a, const float *b, long n) {
	long x = 0;
	for (; x + 4 <= n; x += 4) { // b may overlap what comes later of a
		four old, other;
		memcpy(&old, a + x, sizeof old);
		memcpy(&other, b + x, sizeof other);
		four_masks above = other > old;
		old = (four)((above & (four_masks)other) | (~above & (four_masks)old));
		memcpy(a + x, &old, sizeof old);
	}
	for (; x < n; x++) {
		a[x] = b[x] > a[x] ? b[x] : a[x];
	}
}

#define SIDE 64 // the largest square that raster_close takes

static inline uint8_t greater(uint8_t a, uint8_t b) { return a > b ? a : b; }
static inline uint8_t less(uint8_t a, uint8_t b) { return a < b ? a : b; }

void raster_close(const uint8_t *from, long side, long radius, uint8_t *to) {
	uint8_t a[SIDE * SIDE], b[SIDE * SIDE];
	long n = 2 * radius + 1, high = side - n + 1, low = high - n + 1;
#define FILTER(which, in, out, width, height, step, count) \
	for (long y = 0; y < height; y++) { \
		uint8_t *row = out + y * SIDE; \
		memcpy(row, in + y * SIDE, width); \
		for (long i = 1; i < count; i++) { \
			const uint8_t *other = in + y * SIDE + i * step; \
			for (long x = 0; x < width; x++) { \
				row[x] = which(row[x], other[x]); \
			} \
		} \
	}
	for (long y = 0; y < side; y++) {
		memcpy(a + y * SIDE, from + y * side, side);
	}
	FILTER(greater, a, b, high, side, 1, n)
	FILTER(greater, b, a, high, high, SIDE, n)
	FILTER(less, a, b, low, high, 1, n)
	FILTER(less, b, a, low, low, SIDE, n)
#undef FILTER
	for (long y = 0; y < low; y++) {
		memcpy(to + y * low, a + y * SIDE, low);
	}
}

void raster_pairs(uint8_t *restrict least, const uint8_t *restrict row, long n) {
	for (long x = 0; x + 1 < n; x++) {
		least[x] = less(least[x], greater(row[x], row[x + 1]));
	}
}

void raster_below(const uint8_t *restrict row, uint8_t *restrict ink, const uint8_t *restrict levels, long tile, long n) {
	for (; n > 0; levels++, row += tile, ink += tile, n -= tile) {
		long end = n < tile ? n : tile;
		for (long x = 0; x < end; x++) {
			ink[x] = row[x] < *levels;
		}
	}
}

#define PAPER 255
#define GRID 16   // pixels between the places that raster_warp is given
#define SQUARE 8  // pixels of the squares that are known to be paper or not
#define PHASES 64 // places between two pixels that bicubic tells apart

static inline int32_t level_at(const raster_source *s, long x, long y) {
	return x < 0 || y < 0 || x >= s->width || y >= s->height ? PAPER : s->levels[y * s->stride + x];
}

// whole rounds down, for numbers that a long holds.
static inline long whole(double v) {
	long i = (long)v;
	return i - (i > v);
}

static inline uint8_t bilinear(const raster_source *s, double x, double y) {
	if (!(x >= -1 && y >= -1 && x < s->width && y < s->height)) {
		return PAPER;
	}
	long ix = whole(x), iy = whole(y);
	int32_t wx = (x - ix) * 256, wy = (y - iy) * 256, a, b, c, d;
	if (ix >= 0 && iy >= 0 && ix + 1 < s->width && iy + 1 < s->height) {
		const uint8_t *p = s->levels + iy * s->stride + ix;
		a = p[0], b = p[1], c = p[s->stride], d = p[s->stride + 1];
		if ((a & b & c & d) == PAPER) { // most of a page
			return PAPER;
		}
	} else {
		a = level_at(s, ix, iy), b = level_at(s, ix + 1, iy), c = level_at(s, ix, iy + 1), d = level_at(s, ix + 1, iy + 1);
	}
	int32_t top = a * (256 - wx) + b * wx, low = c * (256 - wx) + d * wx;
	return (top * (256 - wy) + low * wy + (1 << 15)) >> 16;
}

// bicubic samples with the Catmull-Rom spline.
static inline uint8_t bicubic(const raster_source *s, double x, double y) {
	if (!(x >= 1 && y >= 1 && x < s->width - 2 && y < s->height - 2)) {
		return bilinear(s, x, y);
	}
	long ix = whole(x), iy = whole(y);
	const uint8_t *p = s->levels + (iy - 1) * s->stride + ix - 1;
	uint32_t four[4];
	for (int j = 0; j < 4; j++) {
		memcpy(four + j, p + (long)j * s->stride, 4);
	}
	if ((four[0] & four[1] & four[2] & four[3]) == UINT32_MAX) {
		return PAPER; // most of a page
	}
	const int32_t *kx = s->splines + 4 * (long)((x - ix) * PHASES), *ky = s->splines + 4 * (long)((y - iy) * PHASES);
	int32_t sum = 0;
	for (int j = 0; j < 4; j++, p += s->stride) {
		sum += ky[j] * (kx[0] * p[0] + kx[1] * p[1] + kx[2] * p[2] + kx[3] * p[3]);
	}
	sum = (sum + (1 << 15)) >> 16;
	return sum < 0 ? 0 : sum > 255 ? 255 : sum;
}

// blank reports that all that is looked at between two places is paper.
static int blank(const raster_source *s, double ax, double ay, double bx, double by) {
	const double reach = 3; // pixels around a place that count, and one more
	double x0 = (ax < bx ? ax : bx) - reach, x1 = (ax < bx ? bx : ax) + reach;
	double y0 = (ay < by ? ay : by) - reach, y1 = (ay < by ? by : ay) + reach;
	if (!(x0 < s->width && y0 < s->height && x1 >= 0 && y1 >= 0)) {
		return x0 >= s->width || y0 >= s->height || x1 < 0 || y1 < 0; // beside the picture, or no number
	}
	long left = x0 > 0 ? (long)x0 / SQUARE : 0, right = (x1 < s->width ? (long)x1 : s->width - 1) / SQUARE;
	long top = y0 > 0 ? (long)y0 / SQUARE : 0, bottom = (y1 < s->height ? (long)y1 : s->height - 1) / SQUARE;
	for (long y = top; y <= bottom; y++) {
		for (long x = left; x <= right; x++) {
			if (s->inked[y * s->across + x]) {
				return 0;
			}
		}
	}
	return 1;
}

void raster_warp(const raster_source *s, uint8_t *line, long n, const double *upper, const double *lower, double t) {
	for (; n > 0; n -= GRID, line += GRID, upper += 2, lower += 2) {
		long some = n < GRID ? n : GRID;
		double x = upper[0] + (lower[0] - upper[0]) * t, y = upper[1] + (lower[1] - upper[1]) * t;
		double bx = upper[2] + (lower[2] - upper[2]) * t, by = upper[3] + (lower[3] - upper[3]) * t;
		if (blank(s, x, y, bx, by)) {
			memset(line, PAPER, some);
			continue;
		}
		double dx = (bx - x) / GRID, dy = (by - y) / GRID;
		for (long i = 0; i < some; i++, x += dx, y += dy) {
			line[i] = s->splines ? bicubic(s, x, y) : bilinear(s, x, y);
		}
	}
}
