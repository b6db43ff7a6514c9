package read

// Tesseract's OpenMP loops slow short reads down by a factor of several when
// they spread over threads. The variable OMP_THREAD_LIMIT is read before main
// starts, too early for a program to set it for itself; a thread can forbid
// itself parallel regions at any time. libgomp is there exactly when the
// installed Tesseract uses it, so the symbol is weak.

/*
extern void omp_set_max_active_levels(int) __attribute__((weak));

static void single_threaded(void) {
	if (omp_set_max_active_levels) {
		omp_set_max_active_levels(0);
	}
}
*/
import "C"

// singleThreaded keeps OpenMP loops started from the calling OS thread on
// that thread.
func singleThreaded() { C.single_threaded() }
