#ifndef CSOCKETS_H
#define CSOCKETS_H

#include <stdint.h>

// What Swift's Glibc module lacks: datagrams in batches with their control messages, epoll, ppoll, interface states. Every
// function that can fail returns a negative errno.

/// The name that the system gives to `SO_RXQ_OVFL` drops is a 32-bit count; this is its width in bytes.
#define CSOCKETS_DROP_COUNT_BYTES 4
/// Datagrams that one call receives or sends at most.
#define CSOCKETS_BATCH 64
/// Bytes of the longest datagram there is room for, in whole.
#define CSOCKETS_LONGEST 65536
/// Bytes of an interface's name, with the zero behind it.
#define CSOCKETS_NAME 16

/// An address and a port; `family` is 4, 6, or 0 for none. An IPv4 address is the low 32 bits of `low`.
typedef struct {
    uint64_t high;
    uint64_t low;
    uint16_t port;
    uint8_t family;
} csockets_endpoint;

/// What is known of a received datagram besides its bytes.
typedef struct {
    csockets_endpoint source;
    /// Where it was sent to, without the port; family 0 when the system did not say.
    csockets_endpoint destination;
    /// The kernel's realtime stamp in nanoseconds; 0 when there is none.
    int64_t stamp;
    /// Its length on the wire.
    uint32_t length;
    /// The socket's count of dropped datagrams when this one was queued; only with `has_drops`.
    uint32_t drops;
    uint8_t has_drops;
    uint8_t ttl;
    uint8_t traffic_class;
    /// Whether it was longer than all room.
    uint8_t is_cut;
} csockets_datagram;

/// What a socket's memory looks like, in the kernel's way of counting.
typedef struct {
    uint32_t used;
    uint32_t size;
    uint32_t drops;
} csockets_memory;

/// Where opening a socket failed.
enum csockets_stage { CSOCKETS_OPENING = 0, CSOCKETS_BINDING = 1 };

/// Opens a socket bound to `local` that receives datagrams with stamps, time to live, traffic class, destination and drop
/// counts. The buffer is asked for with privileges if `may_force` is set, else within net.core.rmem_max.
int csockets_open_receiver(const csockets_endpoint *local, uint32_t interface, int buffer, int may_force, int *stage);

/// Joins `group` on an interface (0: the system's choice), from `source` only unless it is null.
int csockets_join(int socket, const csockets_endpoint *group, const csockets_endpoint *source, uint32_t interface);

/// Leaves what was joined.
int csockets_leave(int socket, const csockets_endpoint *group, const csockets_endpoint *source, uint32_t interface);

/// Reads a socket's memory.
int csockets_read_memory(int socket, csockets_memory *memory);

/// The memory that calls of `csockets_receive` work in.
typedef struct csockets_inbox csockets_inbox;

csockets_inbox *csockets_inbox_make(void);
void csockets_inbox_free(csockets_inbox *inbox);

/// Gives the memory that long datagrams took back to the system; what they left there is gone.
void csockets_inbox_rest(csockets_inbox *inbox);

/// Receives up to `count` datagrams without waiting. Datagram i lies in `slots[count - 1 - i]`, from byte `slot_length` on
/// in `csockets_spilled(inbox, i)`; `inbox` keeps that until the next call.
int csockets_receive(
    csockets_inbox *inbox, int socket, void *const *slots, uint32_t slot_length, uint32_t count,
    csockets_datagram *datagrams);

/// The bytes of a datagram behind its slot.
const void *csockets_spilled(const csockets_inbox *inbox, uint32_t index);

/// Opens a set of sockets to ask for those that have something.
int csockets_set_make(void);
/// Adds a socket under a number.
int csockets_set_add(int set, int socket, uint32_t number);
/// The numbers of up to `count` sockets that have something, without waiting.
int csockets_set_ready(int set, uint32_t *numbers, uint32_t count);

/// Opens a counter by which one thread wakes another.
int csockets_event_make(void);
/// Counts it up.
void csockets_event_raise(int event);
/// Waits until it was raised or some nanoseconds have passed, and sets it back; 1 when it was raised.
int csockets_event_wait(int event, int64_t nanoseconds);

/// An interface's index and whether it is up; -ENODEV when there is none of this name.
int csockets_interface(const char *name, uint32_t *index, int *is_up);
/// The name of the interface by which the system reaches `group`, into `name` of `CSOCKETS_NAME` bytes.
int csockets_route(const csockets_endpoint *group, char *name);

/// Opens a socket that sends from `local` through an interface, with this time to live for groups.
int csockets_open_sender(const csockets_endpoint *local, uint32_t interface, int ttl, int *stage);
/// The port that a socket is bound to.
int csockets_port(int socket);

/// A datagram to be sent: where its bytes lie, and where to.
typedef struct {
    const void *bytes;
    uint32_t length;
    csockets_endpoint destination;
} csockets_outgoing;

/// Sends up to `CSOCKETS_BATCH` datagrams of one family; how many went out.
int csockets_send(int socket, const csockets_outgoing *datagrams, uint32_t count, uint32_t interface);

/// Raises the number of files that may be open as far as one may without privileges, and tells it.
uint64_t csockets_raise_file_limit(void);

#endif
