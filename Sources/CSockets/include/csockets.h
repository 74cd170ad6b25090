#ifndef CSOCKETS_H
#define CSOCKETS_H

#include <stdint.h>

/// The name that the system gives to `SO_RXQ_OVFL` drops is a 32-bit count; this is its width in bytes.
#define CSOCKETS_DROP_COUNT_BYTES 4

#endif
