#pragma once
#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/opt.h>

// Function-like macros, which Swift cannot import.
static const int clibav_eof = AVERROR_EOF;
static inline int clibav_error(int code) { return AVERROR(code); }
