#pragma once
#include <zlib.h>

// inflateInit2 is a macro with the library's version and structure size inside: Swift cannot import it.
static inline int czlib_inflate_init(z_stream *stream, int window_bits) { return inflateInit2(stream, window_bits); }
