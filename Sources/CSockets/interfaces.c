#define _GNU_SOURCE
#include "addresses.h"

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <sys/ioctl.h>

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
