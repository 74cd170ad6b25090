#define _GNU_SOURCE
#include "csockets.h"

#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

int csockets_set_make(void) {
    int made = epoll_create1(EPOLL_CLOEXEC);
    return made < 0 ? -errno : made;
}

int csockets_set_add(int set, int socket, uint32_t number) {
    struct epoll_event event = {.events = EPOLLIN, .data = {.u32 = number}};
    return epoll_ctl(set, EPOLL_CTL_ADD, socket, &event) < 0 ? -errno : 0;
}

int csockets_set_ready(int set, uint32_t *numbers, uint32_t count) {
    enum { AT_ONCE = 256 };
    struct epoll_event events[AT_ONCE];
    uint32_t found = 0;
    // What is ready is asked for again and again: each call gives what the one before did not.
    while (found < count) {
        uint32_t room = count - found < AT_ONCE ? count - found : AT_ONCE;
        int got = epoll_wait(set, events, (int)room, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -errno;
        for (int index = 0; index < got; index++) numbers[found++] = events[index].data.u32;
        if ((uint32_t)got < room) break;
    }
    return (int)found;
}

int csockets_event_make(void) {
    int made = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return made < 0 ? -errno : made;
}

void csockets_event_raise(int event) {
    uint64_t one = 1;
    // It cannot fail but for a counter that is full, which is raised already.
    ssize_t wrote = write(event, &one, sizeof one);
    (void)wrote;
}

int csockets_event_wait(int event, int64_t nanoseconds) {
    if (nanoseconds < 0) nanoseconds = 0;
    struct pollfd waiting = {.fd = event, .events = POLLIN};
    struct timespec limit = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    int got = ppoll(&waiting, 1, &limit, 0);
    if (got <= 0) return got < 0 && errno != EINTR ? -errno : 0;
    uint64_t count;
    ssize_t length = read(event, &count, sizeof count);
    return length == sizeof count;
}

uint64_t csockets_raise_file_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return 0;
    if (limit.rlim_cur < limit.rlim_max) {
        struct rlimit wanted = {.rlim_cur = limit.rlim_max, .rlim_max = limit.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &wanted) == 0) limit = wanted;
    }
    return limit.rlim_cur;
}
