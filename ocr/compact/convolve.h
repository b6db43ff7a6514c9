// The convolution, written once and compiled for each kind of processor:
// kernel.c includes this file with KIND (the name's ending), TARGET (the
// attribute that allows the instructions) and LANES (floats in a register).
//
// BLOCK output channels times one or two registers of columns are summed in
// registers; each input column is loaded once for all of them. Rows of the
// padded picture follow each other without a gap, so that a channel is one long
// row: what is summed across the ends of rows is never looked at.

#define JOINED(a, b) a##b
#define JOIN(a, b) JOINED(a, b)
#define VECTOR JOIN(vector_, KIND)
#define SUM(k, half) sum##half##k
#define EACH(what) what(0) what(1) what(2) what(3) what(4) what(5)

typedef float VECTOR __attribute__((vector_size(4 * LANES)));

TARGET static void JOIN(convolve_, KIND)(const compact_layer *l, const float *numbers, const float *in, long in_plane,
		int stride, float *out, long out_plane, long count) {
	for (int o = 0; o < l->out; o += BLOCK) {
		const float *block = numbers + l->weights + (long)o * l->in * l->kh * l->kw;
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
					for (int kx = 0; kx < l->kw; kx++, w += BLOCK) {
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
					for (int kx = 0; kx < l->kw; kx++, w += BLOCK) {
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

#undef VECTOR
#undef SUM
#undef EACH
#undef JOIN
#undef JOINED
#undef KIND
#undef TARGET
#undef LANES
