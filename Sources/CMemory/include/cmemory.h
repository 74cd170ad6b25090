#ifndef CMEMORY_H
#define CMEMORY_H

#include <stddef.h>

/// Gives memory that was freed, and that the allocator keeps for later, back to the system when that is more than `allowance`
/// bytes and more than an eighth of what is in use; whether it did.
int cmemory_give_back(size_t allowance);

#endif
