#include <string.h>
#include "kernel.h"

// Output channels whose weights lie side by side, and the most columns that are
// stored past the end of a channel.
#define BLOCK 12
#define SLACK 16

#define INLINE static inline __attribute__((always_inline))

// What is done for each kind of processor.
typedef struct {
	void (*convolve)(const compact_layer *l, const float *numbers, const float *in, long in_plane, int stride,
		float *out, long out_plane, long count);
	void (*finish)(const compact_layer *l, const float *from, int stride, int height, int width,
		const float *residual, float *to, int to_stride);
} kernel;

#define KIND plain
#define TARGET
#define LANES 4
#define GROUP 6
#include "convolve.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define KIND avx2
#define TARGET __attribute__((target("avx2,fma")))
#define LANES 8
#define GROUP 6
#include "convolve.h"

#define KIND avx512
#define TARGET __attribute__((target("avx512f")))
#define LANES 16
#define GROUP 12
#include "convolve.h"

int compact_kind(void) {
	__builtin_cpu_init();
	if (__builtin_cpu_supports("avx512f")) {
		return 2;
	}
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 1 : 0;
}
#else
int compact_kind(void) { return 0; }
#endif

static kernel choose(int kind) {
#if defined(__x86_64__) && defined(__GNUC__)
	if (kind == 2) {
		return (kernel){convolve_avx512, finish_avx512};
	}
	if (kind == 1) {
		return (kernel){convolve_avx2, finish_avx2};
	}
#endif
	return (kernel){convolve_plain, finish_plain};
}

// A plane is what one channel takes: rows with their padding, one behind the
// other.
typedef struct {
	int rows, stride;
	long size;
} plane;

static plane padded(int height, int width, int ph, int pw) {
	plane p = {height + 2 * ph, width + 2 * pw, 0};
	p.size = (long)p.rows * p.stride;
	return p;
}

int compact_run(int kind, const compact_layer *layers, int n, const float *numbers,
		const float *picture, int height, int width, const compact_strip *strips, int count,
		float *a, float *b, float *c, long room) {
	plane in = padded(height, width, layers[0].ph, layers[0].pw);
	if (in.size + SLACK > room) {
		return -1;
	}
	kernel k = choose(kind);
	float *answer = a;
	memset(a, 0, sizeof(float) * (in.size + SLACK));
	for (int y = 0; y < height; y++) {
		memcpy(a + (long)(y + layers[0].ph) * in.stride + layers[0].pw, picture + (long)y * width, sizeof(float) * width);
	}
	int spread = 1, pooled = 1; // a column of this layer is pooled/spread columns of the picture wide
	for (int i = 0; i < n; i++) {
		const compact_layer *l = &layers[i];
		int out_rows = in.rows - l->kh + 1, out_width = in.stride - l->kw + 1;
		long band = (long)(l->band - 1) * in.stride + out_width, out_plane = band + SLACK;
		if (out_rows < l->band || l->band < 1 || out_width < 1 || (l->out + BLOCK - 1) / BLOCK * BLOCK * out_plane > room) {
			return -1;
		}
		int last = i + 1 == n, ph = last ? 0 : layers[i + 1].ph, pw = last ? 0 : layers[i + 1].pw;
		height = out_rows / l->pool_h;
		width = out_width / l->pool_w * l->shuffle;
		plane next = padded(height, width, ph, pw);
		size_t size = (size_t)(l->out / l->shuffle) * next.size + SLACK;
		if (height < 1 || width < 1 || (long)size > room) {
			return -1;
		}
		memset(b, 0, sizeof(float) * size);
		for (int row = 0; row < height; row += l->band / l->pool_h) {
			int rows = l->band / l->pool_h < height - row ? l->band / l->pool_h : height - row;
			long sums = (long)(rows * l->pool_h - 1) * in.stride + out_width;
			k.convolve(l, numbers, a + (long)row * l->pool_h * in.stride, in.size, in.stride, c, out_plane, sums);
			for (int o = 0; o < l->out; o++) {
				for (int s = 0; s < count; s++) {
					int start = strips[s].start / pooled * spread, across = strips[s].width / pooled * spread / l->pool_w;
					const float *from = c + o * out_plane + start;
					const float *residual = l->residual ? a + o * in.size + (long)(row + l->ph) * in.stride + l->pw + start : 0;
					float *to = b + o / l->shuffle * next.size + (long)(row + ph) * next.stride + pw
						+ start / l->pool_w * l->shuffle + o % l->shuffle;
					k.finish(l, from, in.stride, rows, across, residual, to, next.stride);
				}
			}
		}
		spread *= l->shuffle;
		pooled *= l->pool_w;
		float *swap = a;
		a = b;
		b = swap;
		in = next;
	}
	if (a != answer) {
		memcpy(answer, a, sizeof(float) * layers[n - 1].out / layers[n - 1].shuffle * in.size);
	}
	return width;
}

int compact_compare(const float *numbers, long stride, int n, int classes, float least,
		float *restrict top, int32_t *restrict best, int32_t *restrict list) {
	for (int t = 0; t < n; t++) {
		top[t] = numbers[t];
		best[t] = 0;
	}
	for (int k = 1; k < classes; k++) {
		const float *row = numbers + k * stride;
		for (int t = 0; t < n; t++) {
			int above = row[t] > top[t];
			top[t] = above ? row[t] : top[t];
			best[t] = above ? k : best[t];
		}
	}
	int found = 0;
	for (int k = 0; k < classes; k++) {
		const float *row = numbers + k * stride;
		int any = 0;
		for (int t = 0; t < n; t++) {
			any |= !(row[t] - top[t] <= least);
		}
		list[found] = k;
		found += any;
	}
	return found;
}
