#ifndef TIJIAN_COMPACT_KERNEL_H
#define TIJIAN_COMPACT_KERNEL_H

// A layer as package compact hands it over: all of int32_t.
typedef struct {
	int32_t out, in, kh, kw, ph, pw, relu, residual, pool_h, pool_w, shuffle;
	int32_t weights; // where its packed weights begin, in floats
	int32_t biases;  // where its biases begin, in floats
} compact_layer;

// compact_run sends a picture of height x width floats, without padding,
// through n layers. a, b and c are scratch of room floats each. It returns the
// number of columns of the answer, which then stands in a as [out][columns], or
// -1 when room is too small.
int compact_run(const compact_layer *layers, int n, const float *numbers,
	const float *picture, int height, int width, float *a, float *b, float *c, long room);

#endif
