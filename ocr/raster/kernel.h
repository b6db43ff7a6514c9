#ifndef TIJIAN_RASTER_KERNEL_H
#define TIJIAN_RASTER_KERNEL_H

#include <stdint.h>

// Loops over rows of pixels, in C because its compiler does several pixels at
// once. The sums of a pixel are added up one after the other, so that the
// answers are those of the same loops in Go.

// raster_weigh writes to[x], the sum of from[at[i] + x] * weights[i], for n
// values of x.
void raster_weigh(float *to, const float *from, const int32_t *at, const float *weights, int taps, long n);

// raster_levels writes grey levels as numbers.
void raster_levels(const uint8_t *from, float *to, long n);

// raster_round writes numbers as grey levels.
void raster_round(const float *from, uint8_t *to, long n);

// raster_pick writes to[x], the sum of from[first[x] + i] * weights[taps*x + i].
void raster_pick(float *to, const float *from, const int32_t *first, const float *weights, int taps, long n);

// raster_mean writes for rows of w numbers the mean of those up to radius away
// from each, cut at the row's ends.
void raster_mean(const float *from, float *to, long rows, long w, long radius);

// raster_slide adds numbers to n sums, takes others away, and writes the sums
// divided by by; add or drop may be NULL, and so may to.
void raster_slide(double *sums, const float *add, const float *drop, double by, float *to, long n);

// raster_greater keeps in a[x] the greater of it and b[x], which may be a further
// on.
void raster_greater(float *a, const float *b, long n);

// raster_close takes the greatest level of the square of side 2*radius+1 around
// each pixel, and of that the least. from is a square picture of side pixels; to,
// without a margin of twice the radius, needs no more.
void raster_close(const uint8_t *from, long side, long radius, uint8_t *to);

// raster_pairs keeps in least[x] the least of it and of the greater of row[x] and
// row[x+1], for x up to n-2.
void raster_pairs(uint8_t *least, const uint8_t *row, long n);

// raster_below marks the pixels of a row that are below the level of their tile.
void raster_below(const uint8_t *row, uint8_t *ink, const uint8_t *levels, long tile, long n);

// A picture of grey levels that points of another are looked up in.
typedef struct {
	const uint8_t *levels;
	const uint8_t *inked; // 1 for each square of 8 pixels that is not all paper
	const int32_t *splines; // weights of four neighbours for 64 places between two pixels; NULL for bilinear
	int32_t width, height, stride, across; // across: squares side by side
} raster_source;

// raster_warp draws a row of n pixels. places are x and y of each 16th pixel of
// the row in the source, for two rows, between which this one lies at t; in
// between they are linear.
void raster_warp(const raster_source *s, uint8_t *line, long n, const double *upper, const double *lower, double t);

#endif
