#define _GNU_SOURCE
#include "addresses.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#ifndef SO_MEMINFO
#define SO_MEMINFO 55
#endif
#ifndef IPV6_MULTICAST_ALL
#define IPV6_MULTICAST_ALL 29
#endif
#ifndef IP_MULTICAST_ALL
#define IP_MULTICAST_ALL 49
#endif

// The words of SO_MEMINFO (linux/sock_diag.h).
enum { MEMORY_USED = 0, MEMORY_SIZE = 1, MEMORY_DROPS = 8, MEMORY_WORDS = 16 };

// Stamp, drops, packet information of IPv6, hop limit and traffic class, each with its header.
enum { CONTROL_LENGTH = 192 };

static int set_receiving(int socket, int is_v6) {
    const int plain[][2] = {
        {IPPROTO_IP, IP_MULTICAST_ALL}, {IPPROTO_IP, IP_PKTINFO}, {IPPROTO_IP, IP_RECVTTL}, {IPPROTO_IP, IP_RECVTOS}};
    const int modern[][2] = {
        {IPPROTO_IPV6, IPV6_MULTICAST_ALL}, {IPPROTO_IPV6, IPV6_RECVPKTINFO}, {IPPROTO_IPV6, IPV6_RECVHOPLIMIT},
        {IPPROTO_IPV6, IPV6_RECVTCLASS}, {IPPROTO_IPV6, IPV6_V6ONLY}};
    const int common[] = {SO_REUSEADDR, SO_TIMESTAMPNS, SO_RXQ_OVFL};
    int error = 0;
    for (int index = 0; index < 3 && error == 0; index++) error = set_option(socket, SOL_SOCKET, common[index], 1);
    if (is_v6) {
        for (int index = 0; index < 5 && error == 0; index++)
            error = set_option(socket, modern[index][0], modern[index][1], index > 0);
    } else {
        for (int index = 0; index < 4 && error == 0; index++)
            error = set_option(socket, plain[index][0], plain[index][1], index > 0);
    }
    return error;
}

int csockets_open_receiver(const csockets_endpoint *local, uint32_t interface, int buffer, int may_force, int *stage) {
    *stage = CSOCKETS_OPENING;
    int is_v6 = local->family == 6;
    int made = socket(is_v6 ? AF_INET6 : AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (made < 0) return -errno;
    int error = set_receiving(made, is_v6);
    if (error < 0) return failed(made, error);
    if (!may_force || set_option(made, SOL_SOCKET, SO_RCVBUFFORCE, buffer) < 0)
        (void)set_option(made, SOL_SOCKET, SO_RCVBUF, buffer);
    *stage = CSOCKETS_BINDING;
    address to;
    socklen_t length = to_address(local, interface, &to);
    if (bind(made, &to.any, length) < 0) return failed(made, -errno);
    return made;
}

static int change_membership(
    int socket, const csockets_endpoint *group, const csockets_endpoint *source, uint32_t interface, int is_joining) {
    int level = group->family == 6 ? IPPROTO_IPV6 : IPPROTO_IP;
    address to;
    socklen_t length = to_address(group, interface, &to);
    int result;
    if (source) {
        struct group_source_req request;
        memset(&request, 0, sizeof request);
        request.gsr_interface = interface;
        memcpy(&request.gsr_group, &to, length);
        length = to_address(source, interface, &to);
        memcpy(&request.gsr_source, &to, length);
        int option = is_joining ? MCAST_JOIN_SOURCE_GROUP : MCAST_LEAVE_SOURCE_GROUP;
        result = setsockopt(socket, level, option, &request, sizeof request);
    } else if (group->family == 6) {
        struct ipv6_mreq request;
        request.ipv6mr_multiaddr = to.v6.sin6_addr;
        request.ipv6mr_interface = interface;
        int option = is_joining ? IPV6_ADD_MEMBERSHIP : IPV6_DROP_MEMBERSHIP;
        result = setsockopt(socket, level, option, &request, sizeof request);
    } else {
        struct ip_mreqn request;
        memset(&request, 0, sizeof request);
        request.imr_multiaddr = to.v4.sin_addr;
        request.imr_ifindex = (int)interface;
        int option = is_joining ? IP_ADD_MEMBERSHIP : IP_DROP_MEMBERSHIP;
        result = setsockopt(socket, level, option, &request, sizeof request);
    }
    return result < 0 ? -errno : 0;
}

int csockets_join(int socket, const csockets_endpoint *group, const csockets_endpoint *source, uint32_t interface) {
    return change_membership(socket, group, source, interface, 1);
}

int csockets_leave(int socket, const csockets_endpoint *group, const csockets_endpoint *source, uint32_t interface) {
    return change_membership(socket, group, source, interface, 0);
}

int csockets_read_memory(int socket, csockets_memory *memory) {
    uint32_t words[MEMORY_WORDS] = {0};
    socklen_t length = sizeof words;
    if (getsockopt(socket, SOL_SOCKET, SO_MEMINFO, words, &length) < 0) return -errno;
    memory->used = words[MEMORY_USED];
    memory->size = words[MEMORY_SIZE];
    memory->drops = words[MEMORY_DROPS];
    return 0;
}

struct csockets_inbox {
    struct mmsghdr messages[CSOCKETS_BATCH];
    struct iovec vectors[CSOCKETS_BATCH][2];
    address names[CSOCKETS_BATCH];
    _Alignas(16) uint8_t controls[CSOCKETS_BATCH][CONTROL_LENGTH];
    // Pages of it are touched only by datagrams that are longer than their slot.
    uint8_t spills[CSOCKETS_BATCH][CSOCKETS_LONGEST];
};

csockets_inbox *csockets_inbox_make(void) {
    csockets_inbox *inbox = calloc(1, sizeof *inbox);
    if (!inbox) return 0;
    for (int index = 0; index < CSOCKETS_BATCH; index++) {
        struct msghdr *header = &inbox->messages[index].msg_hdr;
        header->msg_name = &inbox->names[index];
        header->msg_iov = inbox->vectors[index];
        header->msg_iovlen = 2;
        header->msg_control = inbox->controls[index];
        inbox->vectors[index][1].iov_base = inbox->spills[index];
        inbox->vectors[index][1].iov_len = CSOCKETS_LONGEST;
    }
    return inbox;
}

void csockets_inbox_rest(csockets_inbox *inbox) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = ((uintptr_t)inbox->spills + page - 1) & ~(page - 1);
    uintptr_t end = ((uintptr_t)inbox->spills + sizeof inbox->spills) & ~(page - 1);
    (void)madvise((void *)start, end - start, MADV_DONTNEED);
}

void csockets_inbox_free(csockets_inbox *inbox) { free(inbox); }

const void *csockets_spilled(const csockets_inbox *inbox, uint32_t index) { return inbox->spills[index]; }

static void read_common(struct cmsghdr *control, csockets_datagram *datagram) {
    if (control->cmsg_type == SCM_TIMESTAMPNS) {
        struct timespec stamp;
        memcpy(&stamp, CMSG_DATA(control), sizeof stamp);
        datagram->stamp = (int64_t)stamp.tv_sec * 1000000000 + stamp.tv_nsec;
    } else if (control->cmsg_type == SO_RXQ_OVFL) {
        memcpy(&datagram->drops, CMSG_DATA(control), CSOCKETS_DROP_COUNT_BYTES);
        datagram->has_drops = 1;
    }
}

static void read_v4(struct cmsghdr *control, csockets_datagram *datagram) {
    int value;
    switch (control->cmsg_type) {
    case IP_TTL:
        memcpy(&value, CMSG_DATA(control), sizeof value);
        datagram->ttl = (uint8_t)value;
        break;
    case IP_TOS: datagram->traffic_class = *CMSG_DATA(control); break;
    case IP_PKTINFO: {
        struct in_pktinfo information;
        memcpy(&information, CMSG_DATA(control), sizeof information);
        from_v4(&information.ipi_addr, &datagram->destination);
        break;
    }
    default: break;
    }
}

static void read_v6(struct cmsghdr *control, csockets_datagram *datagram) {
    int value;
    switch (control->cmsg_type) {
    case IPV6_HOPLIMIT:
        memcpy(&value, CMSG_DATA(control), sizeof value);
        datagram->ttl = (uint8_t)value;
        break;
    case IPV6_TCLASS:
        memcpy(&value, CMSG_DATA(control), sizeof value);
        datagram->traffic_class = (uint8_t)value;
        break;
    case IPV6_PKTINFO: {
        struct in6_pktinfo information;
        memcpy(&information, CMSG_DATA(control), sizeof information);
        from_v6(&information.ipi6_addr, &datagram->destination);
        break;
    }
    default: break;
    }
}

static void read_datagram(struct mmsghdr *message, const address *name, csockets_datagram *datagram) {
    memset(datagram, 0, sizeof *datagram);
    struct msghdr *header = &message->msg_hdr;
    datagram->length = message->msg_len;
    datagram->is_cut = (header->msg_flags & MSG_TRUNC) != 0;
    if (header->msg_namelen >= sizeof name->v6 && name->any.sa_family == AF_INET6) {
        from_v6(&name->v6.sin6_addr, &datagram->source);
        datagram->source.port = ntohs(name->v6.sin6_port);
    } else if (header->msg_namelen >= sizeof name->v4 && name->any.sa_family == AF_INET) {
        from_v4(&name->v4.sin_addr, &datagram->source);
        datagram->source.port = ntohs(name->v4.sin_port);
    }
    for (struct cmsghdr *control = CMSG_FIRSTHDR(header); control; control = CMSG_NXTHDR(header, control)) {
        switch (control->cmsg_level) {
        case SOL_SOCKET: read_common(control, datagram); break;
        case IPPROTO_IP: read_v4(control, datagram); break;
        case IPPROTO_IPV6: read_v6(control, datagram); break;
        default: break;
        }
    }
}

int csockets_receive(
    csockets_inbox *inbox, int socket, void *const *slots, uint32_t slot_length, uint32_t count,
    csockets_datagram *datagrams) {
    if (count > CSOCKETS_BATCH) count = CSOCKETS_BATCH;
    for (uint32_t index = 0; index < count; index++) {
        struct msghdr *header = &inbox->messages[index].msg_hdr;
        header->msg_namelen = sizeof(address);
        header->msg_controllen = CONTROL_LENGTH;
        inbox->vectors[index][0].iov_base = slots[count - 1 - index];
        inbox->vectors[index][0].iov_len = slot_length;
    }
    int got;
    do got = recvmmsg(socket, inbox->messages, count, MSG_DONTWAIT, 0);
    while (got < 0 && errno == EINTR);
    if (got < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -errno;
    for (int index = 0; index < got; index++)
        read_datagram(&inbox->messages[index], &inbox->names[index], &datagrams[index]);
    return got;
}
