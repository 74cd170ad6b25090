#ifndef CSOCKETS_ADDRESSES_H
#define CSOCKETS_ADDRESSES_H

// What the parts of this library share; to be included behind _GNU_SOURCE.

#include "csockets.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef union {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    struct sockaddr_storage storage;
} address;

static inline void put_big(uint8_t *to, uint64_t value) {
    for (int index = 7; index >= 0; index--, value >>= 8) to[index] = (uint8_t)value;
}

static inline uint64_t get_big(const uint8_t *from) {
    uint64_t value = 0;
    for (int index = 0; index < 8; index++) value = value << 8 | from[index];
    return value;
}

// Groups and hosts of one link or interface are told apart by the interface.
static inline int wants_interface(const struct in6_addr *to) {
    if (to->s6_addr[0] == 0xff) return (to->s6_addr[1] & 15) <= 2;
    return to->s6_addr[0] == 0xfe && (to->s6_addr[1] & 0xc0) == 0x80;
}

static inline socklen_t to_address(const csockets_endpoint *from, uint32_t interface, address *to) {
    memset(to, 0, sizeof *to);
    if (from->family == 6) {
        to->v6.sin6_family = AF_INET6;
        to->v6.sin6_port = htons(from->port);
        put_big(to->v6.sin6_addr.s6_addr, from->high);
        put_big(to->v6.sin6_addr.s6_addr + 8, from->low);
        if (wants_interface(&to->v6.sin6_addr)) to->v6.sin6_scope_id = interface;
        return sizeof to->v6;
    }
    to->v4.sin_family = AF_INET;
    to->v4.sin_port = htons(from->port);
    to->v4.sin_addr.s_addr = htonl((uint32_t)from->low);
    return sizeof to->v4;
}

static inline void from_v6(const struct in6_addr *from, csockets_endpoint *to) {
    to->family = 6;
    to->high = get_big(from->s6_addr);
    to->low = get_big(from->s6_addr + 8);
}

static inline void from_v4(const struct in_addr *from, csockets_endpoint *to) {
    to->family = 4;
    to->high = 0;
    to->low = ntohl(from->s_addr);
}

static inline int set_option(int socket, int level, int option, int value) {
    return setsockopt(socket, level, option, &value, sizeof value) < 0 ? -errno : 0;
}

// Closes the socket and passes the error on.
static inline int failed(int socket, int error) {
    close(socket);
    return error;
}

#endif
