#pragma once
#include <libavcodec/avcodec.h>
#include <libavcodec/ac3_parser.h>
#include <libavcodec/bsf.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>
#include <stdint.h>
#include <string.h>

// Function-like macros, which Swift cannot import.
static const int clibav_eof = AVERROR_EOF;
static const int64_t clibav_no_time = AV_NOPTS_VALUE;
static inline int clibav_error(int code) { return AVERROR(code); }

// Where the first two zero bytes in a row begin in the bytes from `from` on, or `count` when there are none. Start codes begin
// so, and nothing else in coded pictures but some two of 65536 places; so 64 bytes at a time are looked at.
static inline int64_t clibav_zero_pair(const uint8_t *bytes, int64_t from, int64_t count) {
    typedef uint8_t lanes __attribute__((vector_size(16)));
    typedef uint64_t halves __attribute__((vector_size(16)));
    while (count - from >= 65) {
        lanes zero = {0};
        lanes first[4], second[4];
        memcpy(first, bytes + from, 64);
        memcpy(second, bytes + from + 1, 64);
        lanes found = ((first[0] | second[0]) == zero) | ((first[1] | second[1]) == zero)
            | ((first[2] | second[2]) == zero) | ((first[3] | second[3]) == zero);
        halves any = (halves)found;
        if (any[0] | any[1]) break;
        from += 64;
    }
    for (; count - from >= 2; from++) {
        if ((bytes[from] | bytes[from + 1]) == 0) return from;
    }
    return count;
}
