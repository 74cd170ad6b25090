// The state of the service and of the venue, and the statistics: told by the server's events, shown as text.

import { request } from "./request.js";

const STATISTICS_INTERVAL = 1000;
const RETRY = 3000;
// In the order of the bits; the words are for fans and staff, not the names of the interface.
const REASONS = {
  sdkNotRunning: "the receiver is not running", wifiDown: "the network is down",
  noChannels: "no channel is announced", poorQuality: "the picture quality is poor",
};

/// Follows `/api/v1/events`: a banner for the service, whether the venue is heard, and an overlay of the 25 statistics.
export class ServicePanel {
  constructor({ banner, venue, overlay, button }) {
    this.banner = banner;
    this.venue = venue;
    this.overlay = overlay;
    this.button = button;
    this.rows = overlay.querySelector("tbody");
    this.status = overlay.querySelector("[role=status]");
    this.state = null;
    this.connected = null;
    this.statistics = {};
    this.isOpen = false;
    this.channel = null;
    this.title = "";
    button.addEventListener("click", () => this.toggle());
    overlay.querySelector("button").addEventListener("click", () => this.toggle(false));
    this.follow();
  }

  follow() {
    const source = new EventSource("/api/v1/events?types=serviceState,venueConnection");
    source.addEventListener("serviceState", (event) => this.take(event, (data) => this.takeState(data)));
    source.addEventListener("venueConnection", (event) => this.take(event, (data) => this.takeVenue(data)));
    source.addEventListener("error", () => {
      // A refused stream is not asked for again by the browser itself.
      if (source.readyState !== EventSource.CLOSED) return;
      setTimeout(() => this.follow(), RETRY);
    });
  }

  take(event, use) {
    let data;
    try { data = JSON.parse(event.data); } catch { return; }
    if (data !== null && typeof data === "object") use(data);
  }

  takeState(data) {
    this.state = data;
    const isUp = data.state === "up";
    const reasons = (Array.isArray(data.reasons) ? data.reasons : []).map((name) => REASONS[name] ?? String(name));
    this.banner.classList.toggle("down", !isUp);
    put(this.banner, isUp ? "Service up" : `Service down: ${reasons.join(", ") || "no reason is told"}`);
  }

  takeVenue(data) {
    this.connected = data.connected === true;
    this.venue.classList.toggle("outside", !this.connected);
    put(this.venue, this.connected ? "Venue: INSIDE" : "Venue: OUTSIDE");
  }

  /// Shows the statistics of another channel, or of the player that was opened last.
  choose(channel, title) {
    this.channel = channel;
    this.title = title;
  }

  toggle(isOpen = !this.isOpen) {
    if (isOpen === this.isOpen) return;
    this.isOpen = isOpen;
    this.overlay.hidden = !isOpen;
    this.button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) this.refresh();
    else this.button.focus();
  }

  async refresh() {
    const turn = this.turn = (this.turn ?? 0) + 1;
    while (this.isOpen && turn === this.turn) {
      try {
        const query = this.channel === null ? "" : `?channel=${encodeURIComponent(this.channel)}`;
        const answer = await request(`/api/v1/stats${query}`);
        this.show(await answer.json());
        put(this.status, this.title);
      } catch (error) {
        put(this.status, `No statistics: ${error.message}`);
      }
      await new Promise((resolve) => { setTimeout(resolve, STATISTICS_INTERVAL); });
    }
  }

  show(statistics) {
    if (statistics === null || typeof statistics !== "object") return;
    this.statistics = statistics;
    const names = Object.keys(statistics);
    while (this.rows.children.length > names.length) this.rows.lastElementChild.remove();
    names.forEach((name, index) => {
      const row = this.rows.children[index] ?? this.rows.appendChild(makeRow());
      put(row.children[0], name);
      put(row.children[1], String(statistics[name]));
    });
  }
}

function makeRow() {
  const row = document.createElement("tr");
  const name = document.createElement("th");
  name.scope = "row";
  row.append(name, document.createElement("td"));
  return row;
}

function put(target, value) { if (target.textContent !== value) target.textContent = value; }
