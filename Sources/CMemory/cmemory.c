#include "cmemory.h"

#include <malloc.h>

int cmemory_give_back(size_t allowance) {
    struct mallinfo2 now = mallinfo2();
    size_t eighth = (now.uordblks + now.hblkhd) / 8;
    if (now.fordblks <= allowance || now.fordblks <= eighth) return 0;
    return malloc_trim(0);
}
