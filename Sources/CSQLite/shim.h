#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

// `SQLITE_TRANSIENT` is a cast that Swift does not see: the library copies the text.

/// Binds `count` bytes of text, which the library copies.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
    return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

#endif
