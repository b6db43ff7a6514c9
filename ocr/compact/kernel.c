#include <string.h>
#include "kernel.h"

// Output channels that are summed together, and the most columns that are
// stored past the end of a channel.
#define BLOCK 6
#define SLACK 16

#define KIND plain
#define TARGET
#define LANES 4
#include "convolve.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define KIND avx2
#define TARGET __attribute__((target("avx2,fma")))
#define LANES 8
#include "convolve.h"

#define KIND avx512
#define TARGET __attribute__((target("avx512f")))
#define LANES 16
#include "convolve.h"

int compact_kind(void) {
	__builtin_cpu_init();
	if (__builtin_cpu_supports("avx512f")) {
		return 2;
	}
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 1 : 0;
}
#else
#define convolve_avx2 convolve_plain
#define convolve_avx512 convolve_plain

int compact_kind(void) { return 0; }
#endif

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

// finish applies what follows a convolution to one channel and writes it into
// the padded input of the next layer, at column t*shuffle of to.
static inline __attribute__((always_inline)) void finish(const float *from, int stride, int height, int width,
		int pool_h, int pool_w, int relu, float *to, int to_stride, int shuffle) {
	for (int y = 0; y < height; y++, from += (long)pool_h * stride, to += to_stride) {
		for (int x = 0; x < width; x++) {
			float best = from[x * pool_w];
			for (int dy = 0; dy < pool_h; dy++) {
				for (int dx = 0; dx < pool_w; dx++) {
					float v = from[(long)dy * stride + x * pool_w + dx];
					best = v > best ? v : best;
				}
			}
			// the same before and after taking the largest
			to[x * shuffle] = relu && best < 0 ? 0 : best;
		}
	}
}

int compact_run(int kind, const compact_layer *layers, int n, const float *numbers,
		const float *picture, int height, int width, float *a, float *b, float *c, long room) {
	plane in = padded(height, width, layers[0].ph, layers[0].pw);
	if (in.size + SLACK > room) {
		return -1;
	}
	float *answer = a;
	memset(a, 0, sizeof(float) * (in.size + SLACK));
	for (int y = 0; y < height; y++) {
		memcpy(a + (long)(y + layers[0].ph) * in.stride + layers[0].pw, picture + (long)y * width, sizeof(float) * width);
	}
	for (int i = 0; i < n; i++) {
		const compact_layer *l = &layers[i];
		int out_rows = in.rows - l->kh + 1, out_width = in.stride - l->kw + 1;
		long count = (long)(out_rows - 1) * in.stride + out_width, out_plane = count + SLACK;
		if (out_rows < 1 || out_width < 1 || (l->out + BLOCK - 1) / BLOCK * BLOCK * out_plane > room) {
			return -1;
		}
		(kind == 2 ? convolve_avx512 : kind == 1 ? convolve_avx2 : convolve_plain)(
			l, numbers, a, in.size, in.stride, c, out_plane, count);
		int last = i + 1 == n, ph = last ? 0 : layers[i + 1].ph, pw = last ? 0 : layers[i + 1].pw;
		height = out_rows / l->pool_h;
		width = out_width / l->pool_w * l->shuffle;
		plane next = padded(height, width, ph, pw);
		size_t size = (size_t)(l->out / l->shuffle) * next.size + SLACK;
		if (height < 1 || width < 1 || (long)size > room) {
			return -1;
		}
		memset(b, 0, sizeof(float) * size);
		for (int o = 0; o < l->out; o++) {
			const float *from = c + o * out_plane;
			float *to = b + o / l->shuffle * next.size + (long)ph * next.stride + pw + o % l->shuffle;
			int across = out_width / l->pool_w;
			if (l->pool_h == 2 && l->pool_w == 2 && l->shuffle == 1) {
				finish(from, in.stride, height, across, 2, 2, l->relu, to, next.stride, 1);
			} else if (l->pool_h == 2 && l->pool_w == 1 && l->shuffle == 1) {
				finish(from, in.stride, height, across, 2, 1, l->relu, to, next.stride, 1);
			} else if (l->pool_h == 1 && l->pool_w == 1 && l->shuffle == 1) {
				finish(from, in.stride, height, across, 1, 1, l->relu, to, next.stride, 1);
			} else {
				finish(from, in.stride, height, across, l->pool_h, l->pool_w, l->relu, to, next.stride, l->shuffle);
			}
			for (int y = 0; l->residual && y < height; y++) {
				const float *line = a + o * in.size + (long)(y + l->ph) * in.stride + l->pw;
				for (int x = 0; x < width; x++) {
					to[(long)y * next.stride + x] += line[x];
				}
			}
		}
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
