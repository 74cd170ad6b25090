#pragma once
#include <isa-l.h>
#include <stdbool.h>

// ISA-L's kernels leave the upper halves of the vector registers in use (they have no VZEROUPPER). From then on every SSE
// instruction of the thread waits for the one before that wrote the same register: ordinary code becomes several times
// slower. Whoever calls a kernel clears them afterwards, where there are such halves.
#if defined(__x86_64__)
#include <cpuid.h>
static inline bool cisal_has_upper_halves(void) {
    unsigned a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_AVX) && (c & bit_OSXSAVE);
}
static inline void cisal_clear_upper_halves(void) {
    __asm__ volatile("vzeroupper" ::: "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
                     "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
}
#else
static inline bool cisal_has_upper_halves(void) { return false; }
static inline void cisal_clear_upper_halves(void) {}
#endif
