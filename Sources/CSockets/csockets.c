#define _GNU_SOURCE
#include "csockets.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
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

typedef union {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    struct sockaddr_storage storage;
} address;

static void put_big(uint8_t *to, uint64_t value) {
    for (int index = 7; index >= 0; index--, value >>= 8) to[index] = (uint8_t)value;
}

static uint64_t get_big(const uint8_t *from) {
    uint64_t value = 0;
    for (int index = 0; index < 8; index++) value = value << 8 | from[index];
    return value;
}

// Groups and hosts of one link or interface are told apart by the interface.
static int wants_interface(const struct in6_addr *to) {
    if (to->s6_addr[0] == 0xff) return (to->s6_addr[1] & 15) <= 2;
    return to->s6_addr[0] == 0xfe && (to->s6_addr[1] & 0xc0) == 0x80;
}

static socklen_t to_address(const csockets_endpoint *from, uint32_t interface, address *to) {
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

static void from_v6(const struct in6_addr *from, csockets_endpoint *to) {
    to->family = 6;
    to->high = get_big(from->s6_addr);
    to->low = get_big(from->s6_addr + 8);
}

static void from_v4(const struct in_addr *from, csockets_endpoint *to) {
    to->family = 4;
    to->high = 0;
    to->low = ntohl(from->s_addr);
}

static int set_option(int socket, int level, int option, int value) {
    return setsockopt(socket, level, option, &value, sizeof value) < 0 ? -errno : 0;
}

// Closes the socket and passes the error on.
static int failed(int socket, int error) {
    close(socket);
    return error;
}

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

int csockets_interface(const char *name, uint32_t *index, int *is_up) {
    struct ifreq request;
    memset(&request, 0, sizeof request);
    if (strlen(name) >= sizeof request.ifr_name) return -ENODEV;
    strcpy(request.ifr_name, name);
    int asking = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (asking < 0) return -errno;
    int error = 0;
    if (ioctl(asking, SIOCGIFINDEX, &request) < 0) {
        error = -errno;
    } else {
        *index = (uint32_t)request.ifr_ifindex;
        if (ioctl(asking, SIOCGIFFLAGS, &request) < 0) error = -errno;
        else *is_up = (request.ifr_flags & IFF_UP) != 0;
    }
    close(asking);
    return error;
}

// Asks the kernel for the route to `to` and finds the index of its interface in the answer.
static int ask_route(int asking, const address *to, uint32_t *interface) {
    int is_v6 = to->any.sa_family == AF_INET6;
    struct {
        struct nlmsghdr header;
        struct rtmsg route;
        struct rtattr attribute;
        uint8_t group[16];
    } question;
    memset(&question, 0, sizeof question);
    unsigned length = is_v6 ? 16 : 4;
    question.header.nlmsg_type = RTM_GETROUTE;
    question.header.nlmsg_flags = NLM_F_REQUEST;
    question.header.nlmsg_len = NLMSG_LENGTH(sizeof question.route) + RTA_LENGTH(length);
    question.route.rtm_family = (unsigned char)to->any.sa_family;
    question.route.rtm_dst_len = (unsigned char)(length * 8);
    question.attribute.rta_type = RTA_DST;
    question.attribute.rta_len = (unsigned short)RTA_LENGTH(length);
    memcpy(question.group, is_v6 ? (const void *)&to->v6.sin6_addr : (const void *)&to->v4.sin_addr, length);
    if (send(asking, &question, question.header.nlmsg_len, 0) < 0) return -errno;
    _Alignas(16) uint8_t answer[4096];
    ssize_t got = recv(asking, answer, sizeof answer, 0);
    if (got < 0) return -errno;
    struct nlmsghdr *header = (struct nlmsghdr *)answer;
    if (!NLMSG_OK(header, (size_t)got) || header->nlmsg_type != RTM_NEWROUTE) return -ENETUNREACH;
    struct rtattr *attribute = RTM_RTA(NLMSG_DATA(header));
    for (int left = (int)RTM_PAYLOAD(header); RTA_OK(attribute, left); attribute = RTA_NEXT(attribute, left)) {
        if (attribute->rta_type != RTA_OIF) continue;
        memcpy(interface, RTA_DATA(attribute), sizeof *interface);
        return 0;
    }
    return -ENETUNREACH;
}

int csockets_route(const csockets_endpoint *group, char *name) {
    int asking = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (asking < 0) return -errno;
    address to;
    to_address(group, 0, &to);
    uint32_t interface = 0;
    int error = ask_route(asking, &to, &interface);
    close(asking);
    if (error < 0) return error;
    return if_indextoname(interface, name) ? 0 : -errno;
}

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

uint64_t csockets_raise_file_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return 0;
    if (limit.rlim_cur < limit.rlim_max) {
        struct rlimit wanted = {.rlim_cur = limit.rlim_max, .rlim_max = limit.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &wanted) == 0) limit = wanted;
    }
    return limit.rlim_cur;
}
