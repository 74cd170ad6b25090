#pragma once
#include <curl/curl.h>

// Swift calls no variadic functions: one of fixed arguments for each kind of option.

/// Sets an option that takes a number.
static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

/// Sets an option that takes a text, which libcurl copies.
static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

/// Sets who takes the bytes of an answer, and what is handed to it.
static inline CURLcode ccurl_set_writer(
    CURL *handle, size_t (*writer)(char *, size_t, size_t, void *), void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, writer);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_WRITEDATA, context) : code;
}

/// The status of the answer, 0 when there was none.
static inline long ccurl_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

/// Sets who takes the lines of an answer's head, and what is handed to it.
static inline CURLcode ccurl_set_header_writer(
    CURL *handle, size_t (*writer)(char *, size_t, size_t, void *), void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, writer);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_HEADERDATA, context) : code;
}

/// Makes it a POST of `count` bytes, which libcurl copies.
static inline CURLcode ccurl_set_body(CURL *handle, const void *bytes, size_t count) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, (const char *)bytes) : code;
}

/// Sets the request's own header fields, which must live as long as it runs.
static inline CURLcode ccurl_set_fields(CURL *handle, struct curl_slist *fields) {
    return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, fields);
}

/// Whatever status sends it elsewhere, a POST stays one.
static const long ccurl_post_stays_post = CURL_REDIR_POST_ALL;

/// How the transfer of a message ended.
static inline CURLcode ccurl_result(const CURLMsg *message) { return message->data.result; }
