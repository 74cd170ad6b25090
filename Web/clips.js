// The clips of the chosen channel: links that fetch them, and buttons that keep them on the server.

const LAST = "last=20s";
const AROUND_SECONDS = 10;
const TIMEOUT = 60_000;
const MESSAGE_CHANNELS = 16;

/// Links and buttons for two windows: the last seconds before the live edge, and some around the picture on the screen.
export class ClipPanel {
  /// `dataChannels` tells the ids of the channels whose messages go with a saved clip.
  constructor(section, dataChannels) {
    this.dataChannels = dataChannels;
    this.status = section.querySelector("[role=status]");
    this.channel = null;
    this.windows = { last: LAST, shown: null };
    this.rows = {};
    this.saving = null;
    for (const name of Object.keys(this.windows)) {
      const row = section.querySelector(`[data-window=${name}]`);
      this.rows[name] = { links: [...row.querySelectorAll("a")], button: row.querySelector("button") };
      this.rows[name].button.addEventListener("click", () => this.save(name));
    }
    this.put();
  }

  /// Another channel is on the screen.
  choose(id) {
    if (this.channel === id) return;
    this.channel = id;
    this.windows.shown = null;
    this.status.replaceChildren();
    this.put();
  }

  /// The picture on the screen was sent at `wallClock`, in milliseconds since 1970; null for no picture.
  show(wallClock) {
    const start = wallClock === null ? null : new Date(wallClock - AROUND_SECONDS * 500).toISOString();
    this.windows.shown = start === null ? null : `start=${encodeURIComponent(start)}&duration=${AROUND_SECONDS}s`;
    this.put();
  }

  put() {
    for (const [name, row] of Object.entries(this.rows)) {
      const what = this.channel === null ? null : this.windows[name];
      for (const link of row.links) {
        if (what === null) link.removeAttribute("href");
        else link.href = `${this.path}/${link.dataset.file}?${what}`;
      }
      row.button.disabled = what === null || this.saving !== null;
    }
  }

  get path() { return `/api/v1/channels/${encodeURIComponent(this.channel)}`; }

  /// Keeps a window on the server, as MP4 or, where that cannot be, as it is.
  async save(name) {
    const [what, channel] = [this.windows[name], this.channel];
    const messages = this.dataChannels().slice(0, MESSAGE_CHANNELS).join(",");
    const address = `${this.path}/clips?${what}&messages=${encodeURIComponent(messages)}`;
    this.saving = name;
    this.put();
    this.status.textContent = "Saving …";
    try {
      let answer = await post(`${address}&format=mp4`);
      if (answer.status === 415) answer = await post(`${address}&format=ts`);
      const body = await answer.json();
      if (this.channel === channel) this.tell(answer.ok ? body : null, String(body.error ?? answer.status));
    } catch {
      if (this.channel === channel) this.tell(null, "the server does not answer");
    }
    this.saving = null;
    this.put();
  }

  tell(clip, reason) {
    if (clip === null) {
      this.status.textContent = `Not saved: ${reason}`;
      return;
    }
    const parts = ["Saved: "];
    for (const file of Array.isArray(clip.files) ? clip.files : []) {
      const link = document.createElement("a");
      link.textContent = String(file.name);
      link.href = String(file.url);
      link.download = "";
      parts.push(link, " ");
    }
    this.status.replaceChildren(...parts);
  }
}

function post(address) {
  return fetch(address, {
    method: "POST", headers: { "Content-Type": "application/json" }, signal: AbortSignal.timeout(TIMEOUT),
  });
}
