#pragma once
#include <stdint.h>

/// Heap allocations of this process since its start: malloc, calloc, realloc and the aligned ones, of all threads.
uint64_t callocations_count(void);
