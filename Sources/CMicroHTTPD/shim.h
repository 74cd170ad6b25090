#pragma once
#include <microhttpd.h>

/* What Swift cannot import: variadic functions and macros with casts. */

static const uint64_t cmhd_size_unknown = MHD_SIZE_UNKNOWN;
static const ssize_t cmhd_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t cmhd_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;

/* The descriptor of a connection's socket, or -1. */
static inline int cmhd_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/* The peer's address, or NULL. */
static inline const struct sockaddr *cmhd_peer(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : 0;
}

/* What the application put beside the socket when it was accepted, or NULL. */
static inline void *cmhd_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : 0;
}

/* How many bytes the head of the request took; 0 when it is not complete. */
static inline size_t cmhd_head_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

/* Starts the library with options from a list that an item MHD_OPTION_END closes. */
static inline struct MHD_Daemon *cmhd_start(unsigned int flags, MHD_AccessHandlerCallback handler,
                                            void *context, struct MHD_OptionItem *options) {
  return MHD_start_daemon(flags, 0, 0, 0, handler, context, MHD_OPTION_ARRAY, options,
                          MHD_OPTION_END);
}
