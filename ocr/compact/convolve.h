// The convolution and what follows it, written once and compiled for each kind of processor:
// kernel.c includes this file with KIND (the name's ending), TARGET (the
// attribute that allows the instructions), LANES (floats in a register) and
// GROUP (output channels summed together, a part of a block).
//
// GROUP output channels times one or two registers of columns are summed in
// registers; each input column is loaded once for all of them. Rows of the
// padded picture follow each other without a gap, so that a channel is one long
// row: what is summed across the ends of rows is never looked at.

#define JOINED(a, b) a##b
#define JOIN(a, b) JOINED(a, b)
#define VECTOR JOIN(vector_, KIND)
#define BODY JOIN(sum_, KIND)
#define FINISH JOIN(finish_rows_, KIND)
#define SUM(k, half) sum##half##k
#if GROUP == 12
#define EACH(what) what(0) what(1) what(2) what(3) what(4) what(5) what(6) what(7) what(8) what(9) what(10) what(11)
#else
#define EACH(what) what(0) what(1) what(2) what(3) what(4) what(5)
#endif

typedef float VECTOR __attribute__((vector_size(4 * LANES)));

// The width of the kernel is an argument of its own so that the compiler knows
// the common ones.
TARGET INLINE void BODY(int kw, const compact_layer *l, const float *numbers, const float *in, long in_plane,
		int stride, float *out, long out_plane, long count) {
	for (int o = 0; o < l->out; o += GROUP) {
		const float *block = numbers + l->weights + (long)(o / BLOCK * BLOCK) * l->in * l->kh * kw + o % BLOCK;
		const float *bias = numbers + l->biases + o;
		long x = 0;
		for (; x + LANES < count; x += 2 * LANES) {
#define BEGIN(k) VECTOR SUM(k, a) = (VECTOR){0} + bias[k], SUM(k, b) = SUM(k, a);
#define ADD(k) SUM(k, a) += a * w[k]; SUM(k, b) += b * w[k];
#define END(k) \
	memcpy(out + (o + k) * out_plane + x, &SUM(k, a), sizeof(VECTOR)); \
	memcpy(out + (o + k) * out_plane + x + LANES, &SUM(k, b), sizeof(VECTOR));
			EACH(BEGIN)
			const float *w = block;
			for (int i = 0; i < l->in; i++) {
				const float *row = in + i * in_plane + x;
				for (int ky = 0; ky < l->kh; ky++, row += stride) {
					for (int kx = 0; kx < kw; kx++, w += BLOCK) {
						VECTOR a, b;
						memcpy(&a, row + kx, sizeof a);
						memcpy(&b, row + kx + LANES, sizeof b);
						EACH(ADD)
					}
				}
			}
			EACH(END)
#undef BEGIN
#undef ADD
#undef END
		}
		for (; x < count; x += LANES) {
#define BEGIN(k) VECTOR SUM(k, a) = (VECTOR){0} + bias[k];
#define ADD(k) SUM(k, a) += a * w[k];
#define END(k) memcpy(out + (o + k) * out_plane + x, &SUM(k, a), sizeof(VECTOR));
			EACH(BEGIN)
			const float *w = block;
			for (int i = 0; i < l->in; i++) {
				const float *row = in + i * in_plane + x;
				for (int ky = 0; ky < l->kh; ky++, row += stride) {
					for (int kx = 0; kx < kw; kx++, w += BLOCK) {
						VECTOR a;
						memcpy(&a, row + kx, sizeof a);
						EACH(ADD)
					}
				}
			}
			EACH(END)
#undef BEGIN
#undef ADD
#undef END
		}
	}
}

TARGET static void JOIN(convolve_, KIND)(const compact_layer *l, const float *numbers, const float *in, long in_plane,
		int stride, float *out, long out_plane, long count) {
	switch (l->kw) {
	case 1:
		BODY(1, l, numbers, in, in_plane, stride, out, out_plane, count);
		break;
	case 3:
		BODY(3, l, numbers, in, in_plane, stride, out, out_plane, count);
		break;
	default:
		BODY(l->kw, l, numbers, in, in_plane, stride, out, out_plane, count);
	}
}

// The arguments from pool_h to shuffle, and whether there is something to add,
// are said again so that the compiler knows the common ones.
TARGET INLINE void FINISH(int pool_h, int pool_w, int shuffle, int add, const compact_layer *l, const float *from, int stride,
		int height, int width, const float *residual, float *to, int to_stride) {
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
			best = l->relu && best < 0 ? 0 : best;
			to[x * shuffle] = add ? best + residual[x] : best;
		}
		residual = add ? residual + stride : residual;
	}
}

// finish applies what follows a convolution to some rows of one strip of one
// channel and writes them into the padded input of the next layer; residual is
// what is added, or NULL.
TARGET static void JOIN(finish_, KIND)(const compact_layer *l, const float *from, int stride, int height, int width,
		const float *residual, float *to, int to_stride) {
	int shape = l->pool_h << 16 | l->pool_w << 8 | l->shuffle;
	if (shape == 0x020201 && !residual) {
		FINISH(2, 2, 1, 0, l, from, stride, height, width, residual, to, to_stride);
	} else if (shape == 0x020101 && !residual) {
		FINISH(2, 1, 1, 0, l, from, stride, height, width, residual, to, to_stride);
	} else if (shape == 0x010101 && !residual) {
		FINISH(1, 1, 1, 0, l, from, stride, height, width, residual, to, to_stride);
	} else if (shape == 0x010101) {
		FINISH(1, 1, 1, 1, l, from, stride, height, width, residual, to, to_stride);
	} else {
		FINISH(l->pool_h, l->pool_w, l->shuffle, residual != 0, l, from, stride, height, width, residual, to, to_stride);
	}
}

#undef VECTOR
#undef BODY
#undef FINISH
#undef SUM
#undef EACH
#undef JOIN
#undef JOINED
#undef KIND
#undef TARGET
#undef LANES
#undef GROUP
