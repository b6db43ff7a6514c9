package main

/*
#cgo CFLAGS: -O2
// Multiply-adds of independent registers, as many as hide the time that each
// takes, by what package ocr/compact would choose; the sum keeps them alive.
#define CHAINS 12
#define RUN(NAME, TARGET, LANES) \
	typedef float NAME##_v __attribute__((vector_size(LANES * 4))); \
	TARGET static float NAME(long n) { \
		NAME##_v a[CHAINS], x = {0}, y = {0}, s = {0}; \
		for (int l = 0; l < LANES; l++) { x[l] = 0.999f; y[l] = 0.001f; } \
		for (int c = 0; c < CHAINS; c++) a[c] = y; \
		for (long i = 0; i < n; i++) { \
			_Pragma("GCC unroll 12") \
			for (int c = 0; c < CHAINS; c++) a[c] = a[c] * x + y; \
		} \
		for (int c = 0; c < CHAINS; c++) s += a[c]; \
		return s[0]; \
	}
RUN(plain, , 4)
#if defined(__x86_64__) && defined(__GNUC__)
RUN(avx2, __attribute__((target("avx2,fma"))), 8)
RUN(avx512, __attribute__((target("avx512f"))), 16)
static int lanes(void) {
	__builtin_cpu_init();
	if (__builtin_cpu_supports("avx512f")) return 16;
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 8 : 4;
}
static float multiply(long n) {
	switch (lanes()) {
	case 16: return avx512(n);
	case 8: return avx2(n);
	}
	return plain(n);
}
#else
static int lanes(void) { return 4; }
static float multiply(long n) { return plain(n); }
#endif
static int chains(void) { return CHAINS; }
*/
import "C"

// peak is how many multiply-adds of floats one core can do in a second.
func peak() float64 {
	const n = 5_000_000
	best := 0.0
	for range 9 {
		begun := spent()
		C.multiply(n)
		best = max(best, n*float64(C.chains()*C.lanes())/(spent()-begun).Seconds())
	}
	return best
}
