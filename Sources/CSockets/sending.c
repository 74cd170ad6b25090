#define _GNU_SOURCE
#include "addresses.h"

static int set_sending(int socket, int is_v6, uint32_t interface, int ttl) {
    int error;
    if (is_v6) {
        error = set_option(socket, IPPROTO_IPV6, IPV6_MULTICAST_IF, (int)interface);
        if (error == 0) error = set_option(socket, IPPROTO_IPV6, IPV6_MULTICAST_HOPS, ttl);
        if (error == 0) error = set_option(socket, IPPROTO_IPV6, IPV6_MULTICAST_LOOP, 1);
        return error;
    }
    struct ip_mreqn choice;
    memset(&choice, 0, sizeof choice);
    choice.imr_ifindex = (int)interface;
    if (setsockopt(socket, IPPROTO_IP, IP_MULTICAST_IF, &choice, sizeof choice) < 0) return -errno;
    error = set_option(socket, IPPROTO_IP, IP_MULTICAST_TTL, ttl);
    return error == 0 ? set_option(socket, IPPROTO_IP, IP_MULTICAST_LOOP, 1) : error;
}

int csockets_open_sender(const csockets_endpoint *local, uint32_t interface, int ttl, int *stage) {
    *stage = CSOCKETS_OPENING;
    int is_v6 = local->family == 6;
    int made = socket(is_v6 ? AF_INET6 : AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (made < 0) return -errno;
    int error = set_sending(made, is_v6, interface, ttl);
    if (error < 0) return failed(made, error);
    *stage = CSOCKETS_BINDING;
    address to;
    socklen_t length = to_address(local, interface, &to);
    if (bind(made, &to.any, length) < 0) return failed(made, -errno);
    return made;
}

int csockets_port(int socket) {
    address local;
    socklen_t length = sizeof local;
    if (getsockname(socket, &local.any, &length) < 0) return -errno;
    return ntohs(local.any.sa_family == AF_INET6 ? local.v6.sin6_port : local.v4.sin_port);
}

int csockets_send(int socket, const csockets_outgoing *datagrams, uint32_t count, uint32_t interface) {
    struct mmsghdr messages[CSOCKETS_BATCH];
    struct iovec vectors[CSOCKETS_BATCH];
    address names[CSOCKETS_BATCH];
    if (count > CSOCKETS_BATCH) count = CSOCKETS_BATCH;
    memset(messages, 0, count * sizeof messages[0]);
    for (uint32_t index = 0; index < count; index++) {
        struct msghdr *header = &messages[index].msg_hdr;
        vectors[index].iov_base = (void *)datagrams[index].bytes;
        vectors[index].iov_len = datagrams[index].length;
        header->msg_iov = &vectors[index];
        header->msg_iovlen = 1;
        header->msg_name = &names[index];
        header->msg_namelen = to_address(&datagrams[index].destination, interface, &names[index]);
    }
    int sent;
    do sent = sendmmsg(socket, messages, count, 0);
    while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : sent;
}
