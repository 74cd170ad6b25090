#include "cwebassets.h"

#include <string.h>

// `#embed` is C23, which this compiler knows in every mode; it says so in vain.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "../../Web/index.html"
};

static const unsigned char beginnings_js[] = {
#embed "../../Web/beginnings.js"
};

static const unsigned char buffer_js[] = {
#embed "../../Web/buffer.js"
};

static const unsigned char clips_js[] = {
#embed "../../Web/clips.js"
};

static const unsigned char movie_js[] = {
#embed "../../Web/movie.js"
};

static const unsigned char objects_js[] = {
#embed "../../Web/objects.js"
};

static const unsigned char pace_js[] = {
#embed "../../Web/pace.js"
};

static const unsigned char player_js[] = {
#embed "../../Web/player.js"
};

static const unsigned char playlist_js[] = {
#embed "../../Web/playlist.js"
};

static const unsigned char request_js[] = {
#embed "../../Web/request.js"
};

static const unsigned char replay_css[] = {
#embed "../../Web/replay.css"
};

static const unsigned char replay_js[] = {
#embed "../../Web/replay.js"
};

static const unsigned char service_js[] = {
#embed "../../Web/service.js"
};

static const unsigned char storyboard_js[] = {
#embed "../../Web/storyboard.js"
};

static const unsigned char timeline_js[] = {
#embed "../../Web/timeline.js"
};

static const unsigned char demo_main_camera_ts[] = {
#embed "../../Web/demo/main-camera.ts"
};

static const unsigned char demo_sideline_ts[] = {
#embed "../../Web/demo/sideline.ts"
};

static const struct cwebassets_file files[] = {
    {"index.html", index_html, sizeof index_html},
    {"beginnings.js", beginnings_js, sizeof beginnings_js},
    {"buffer.js", buffer_js, sizeof buffer_js},
    {"clips.js", clips_js, sizeof clips_js},
    {"movie.js", movie_js, sizeof movie_js},
    {"objects.js", objects_js, sizeof objects_js},
    {"pace.js", pace_js, sizeof pace_js},
    {"player.js", player_js, sizeof player_js},
    {"playlist.js", playlist_js, sizeof playlist_js},
    {"request.js", request_js, sizeof request_js},
    {"replay.css", replay_css, sizeof replay_css},
    {"replay.js", replay_js, sizeof replay_js},
    {"service.js", service_js, sizeof service_js},
    {"storyboard.js", storyboard_js, sizeof storyboard_js},
    {"timeline.js", timeline_js, sizeof timeline_js},
    {"demo/main-camera.ts", demo_main_camera_ts, sizeof demo_main_camera_ts},
    {"demo/sideline.ts", demo_sideline_ts, sizeof demo_sideline_ts},
};

const struct cwebassets_file *cwebassets_file_at(size_t index) {
    return index < sizeof files / sizeof files[0] ? &files[index] : NULL;
}

const struct cwebassets_file *cwebassets_file_named(const char *path) {
    for (size_t index = 0; index < sizeof files / sizeof files[0]; index++)
        if (strcmp(files[index].path, path) == 0) return &files[index];
    return NULL;
}
