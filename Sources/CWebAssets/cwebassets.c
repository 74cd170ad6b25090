#include "cwebassets.h"

static const unsigned char index_html[] = {
#embed "../../Web/index.html"
};

static const struct cwebassets_file files[] = {
    {"index.html", index_html, sizeof index_html},
};

const struct cwebassets_file *cwebassets_file_at(size_t index) {
    return index < sizeof files / sizeof files[0] ? &files[index] : NULL;
}
