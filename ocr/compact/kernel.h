#ifndef TIJIAN_COMPACT_KERNEL_H
#define TIJIAN_COMPACT_KERNEL_H

#include <stdint.h>

// A layer as package compact hands it over.
typedef struct {
	int32_t out, in, kh, kw, ph, pw, relu, residual, pool_h, pool_w, shuffle;
	int32_t band;    // rows that are summed before they are pooled, whole pools
	int32_t weights; // where its packed weights begin, in floats
	int32_t biases;  // where its biases begin, in floats; as many as whole blocks of channels have
} compact_layer;

// A strip is where a picture stands among others, in columns.
typedef struct {
	int32_t start, width;
} compact_strip;

// compact_kind is the best kind of convolution that this processor runs: 0 for
// what every processor has, above it wider registers.
int compact_kind(void);

// compact_run sends pictures that stand side by side, height x width floats in
// all, without padding, through n layers with convolutions of some kind, none
// above compact_kind. What lies between strips is zero, and stays so, so that
// each is answered as if it stood alone. Strips begin and end at whole columns
// of every layer. a, b and c are scratch of room floats each. It returns the
// number of columns of the answer, which then stands in a as [out][columns], or
// -1 when room is too small.
int compact_run(int kind, const compact_layer *layers, int n, const float *numbers,
	const float *picture, int height, int width, const compact_strip *strips, int count,
	float *a, float *b, float *c, long room);

// compact_compare finds for each of n frames the greatest number of all classes,
// the first of them where several are, and writes it to top and the class to best. It
// lists the classes that are anywhere less than -least below it, or cannot be
// compared, and returns how many there are. The numbers of a class begin stride
// after those of the one before.
int compact_compare(const float *numbers, long stride, int n, int classes, float least,
	float *top, int32_t *best, int32_t *list);

#endif
