#ifndef CWEBASSETS_H
#define CWEBASSETS_H

#include <stddef.h>

/// A file of the Web folder as it was when the program was built.
struct cwebassets_file {
    /// Its path below the Web folder, such as "index.html".
    const char *path;
    const unsigned char *bytes;
    size_t length;
};

/// File number `index`, from 0; NULL when there are no more.
const struct cwebassets_file *cwebassets_file_at(size_t index);

/// The file at `path`; NULL when there is none.
const struct cwebassets_file *cwebassets_file_named(const char *path);

#endif
