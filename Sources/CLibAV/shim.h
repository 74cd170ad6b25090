#pragma once
#include <libavcodec/avcodec.h>
#include <libavcodec/ac3_parser.h>
#include <libavcodec/bsf.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>

// Function-like macros, which Swift cannot import.
static const int clibav_eof = AVERROR_EOF;
static const int64_t clibav_no_time = AV_NOPTS_VALUE;
static inline int clibav_error(int code) { return AVERROR(code); }
