#include <stdint.h>
#include <string.h>
#include "kernel.h"

// The convolutions keep BLOCK output channels times LANES columns in
// registers; each input column is loaded once for all of them.
#define BLOCK 6
#define LANES 16

typedef float lanes __attribute__((vector_size(4 * LANES)));

// One machine code for each kind of processor, chosen when the program starts.
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__)
#define FAST __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define FAST
#endif

// stride_of is the length of a padded row: room for whole lanes on the right.
static int stride_of(int width, int pad, int kw) {
	return (width + LANES - 1) / LANES * LANES + 2 * pad + kw;
}

// convolve fills out, of out_rows x out_stride per channel, from the padded
// picture in. Packed weights are [channel block][in][kh][kw][BLOCK].
FAST static void convolve(const compact_layer *l, const float *numbers, const float *in, int in_rows, int in_stride,
		float *out, int out_rows, int out_width, int out_stride) {
	for (int o = 0; o < l->out; o += BLOCK) {
		const float *block = numbers + l->weights + (long)o * l->in * l->kh * l->kw;
		int most = l->out - o < BLOCK ? l->out - o : BLOCK;
		for (int y = 0; y < out_rows; y++) {
			for (int x = 0; x < out_width; x += LANES) {
				lanes sum[BLOCK];
				for (int k = 0; k < BLOCK; k++) {
					sum[k] = (lanes){0} + (k < most ? numbers[l->biases + o + k] : 0);
				}
				const float *w = block;
				for (int i = 0; i < l->in; i++) {
					for (int ky = 0; ky < l->kh; ky++) {
						const float *row = in + ((long)i * in_rows + y + ky) * in_stride + x;
						for (int kx = 0; kx < l->kw; kx++, w += BLOCK) {
							lanes v;
							memcpy(&v, row + kx, sizeof v);
							sum[0] += v * w[0];
							sum[1] += v * w[1];
							sum[2] += v * w[2];
							sum[3] += v * w[3];
							sum[4] += v * w[4];
							sum[5] += v * w[5];
						}
					}
				}
				for (int k = 0; k < most; k++) {
					memcpy(out + ((long)(o + k) * out_rows + y) * out_stride + x, &sum[k], sizeof(lanes));
				}
			}
		}
	}
}

// finish applies what follows a convolution and writes the padded input of the
// next layer.
FAST static void finish(const compact_layer *l, const float *from, int rows, int width, int stride,
		const float *input, int input_rows, int input_stride, float *to, int to_rows, int to_width, int to_stride, int ph, int pw) {
	for (int o = 0; o < l->out; o++) {
		int channel = o / l->shuffle, step = o % l->shuffle;
		for (int y = 0; y < rows / l->pool_h; y++) {
			float *line = to + ((long)channel * to_rows + y + ph) * to_stride + pw;
			for (int x = 0; x < width / l->pool_w; x++) {
				float best = from[((long)o * rows + y * l->pool_h) * stride + x * l->pool_w];
				for (int dy = 0; dy < l->pool_h; dy++) {
					for (int dx = 0; dx < l->pool_w; dx++) {
						float v = from[((long)o * rows + y * l->pool_h + dy) * stride + x * l->pool_w + dx];
						best = v > best ? v : best;
					}
				}
				if (l->relu && best < 0) { // the same before and after taking the largest
					best = 0;
				}
				if (l->residual) {
					best += input[((long)o * input_rows + y + l->ph) * input_stride + x + l->pw];
				}
				int at = x * l->shuffle + step;
				if (at < to_width) {
					line[at] = best;
				}
			}
		}
	}
}

int compact_run(const compact_layer *layers, int n, const float *numbers,
		const float *picture, int height, int width, float *a, float *b, float *c, long room) {
	int rows = height + 2 * layers[0].ph, stride = stride_of(width, layers[0].pw, layers[0].kw);
	if ((long)rows * stride + LANES > room) {
		return -1;
	}
	memset(a, 0, sizeof(float) * ((size_t)rows * stride + LANES));
	for (int y = 0; y < height; y++) {
		memcpy(a + (long)(y + layers[0].ph) * stride + layers[0].pw, picture + (long)y * width, sizeof(float) * width);
	}
	for (int i = 0; i < n; i++) {
		const compact_layer *l = &layers[i];
		int out_rows = rows - l->kh + 1, out_width = width + 2 * l->pw - l->kw + 1;
		int out_stride = (out_width + LANES - 1) / LANES * LANES;
		if (out_rows < 1 || out_width < 1 || (long)l->out * out_rows * out_stride > room) {
			return -1;
		}
		convolve(l, numbers, a, rows, stride, c, out_rows, out_width, out_stride);
		int ph = i + 1 < n ? layers[i + 1].ph : 0, pw = i + 1 < n ? layers[i + 1].pw : 0, kw = i + 1 < n ? layers[i + 1].kw : 1;
		int next_height = out_rows / l->pool_h, next_width = out_width / l->pool_w * l->shuffle, channels = l->out / l->shuffle;
		int next_rows = next_height + 2 * ph, next_stride = i + 1 < n ? stride_of(next_width, pw, kw) : next_width;
		size_t size = (size_t)channels * next_rows * next_stride + LANES;
		if (next_height < 1 || next_width < 1 || (long)size > room) {
			return -1;
		}
		memset(b, 0, sizeof(float) * size);
		finish(l, c, out_rows, out_width, out_stride, a, rows, stride, b, next_rows, next_width, next_stride, ph, pw);
		float *swap = a;
		a = b;
		b = swap;
		rows = next_rows;
		stride = next_stride;
		width = next_width;
	}
	if (n % 2 == 1) { // the answer is to stand in the first scratch
		memcpy(b, a, sizeof(float) * (size_t)layers[n - 1].out / layers[n - 1].shuffle * rows * stride);
	}
	return width;
}
