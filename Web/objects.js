// Data and file channels: the messages as they come, and the files that can be had.

import { request, sleep } from "./request.js";

const KEPT = 100;
const WINDOW_SECONDS = 30;
const FILES_INTERVAL = 2000;

/// Shows one data or file channel at a time in a section of the page; everything from the server goes in as text.
export class ObjectPanel {
  constructor(section) {
    this.section = section;
    this.title = section.querySelector("h3");
    this.status = section.querySelector("[role=status]");
    this.list = section.querySelector("ol");
    this.close();
  }

  /// Shows the messages of a data channel: those of the last seconds, then the new ones, newest first.
  openMessages(id) {
    this.close();
    this.begin("Messages", "No message yet.");
    const address = `/api/v1/data/${encodeURIComponent(id)}/messages?last=${WINDOW_SECONDS}s&follow=1`;
    this.source = new EventSource(address);
    this.source.addEventListener("data", (event) => this.takeMessage(event));
    this.source.addEventListener("open", () => this.say(this.messages.length > 0 ? "" : "No message yet."));
    this.source.addEventListener("error", () => this.say("The messages are interrupted; asking again …"));
  }

  takeMessage(event) {
    let message;
    try { message = JSON.parse(event.data); } catch { return; }
    if (message === null || typeof message !== "object") return;
    this.messages.unshift(message);
    this.messages.length = Math.min(this.messages.length, KEPT);
    this.say("");
    const item = this.row(typeof message.time === "string" ? new Date(message.time).toLocaleTimeString() : "");
    const body = document.createElement("span");
    body.textContent = typeof message.text === "string" ? message.text : `${message.bytes} bytes`;
    item.append(body);
    this.list.prepend(item);
    while (this.list.children.length > KEPT) this.list.lastElementChild.remove();
  }

  /// Shows the files of a file channel, asked for again and again.
  async openFiles(id) {
    this.close();
    this.begin("Files", "No file is listed yet.");
    const turn = this.turn;
    while (turn === this.turn) {
      try {
        const answer = await request(`/api/v1/files/${encodeURIComponent(id)}`);
        const body = await answer.json();
        if (turn !== this.turn) return;
        this.takeFiles(id, Array.isArray(body?.files) ? body.files : []);
      } catch (error) {
        if (turn !== this.turn) return;
        this.say(`No list of files: ${error.message}`);
      }
      await sleep(FILES_INTERVAL);
    }
  }

  takeFiles(id, files) {
    const told = JSON.stringify(files);
    this.say(files.length > 0 ? "" : "No file is listed yet.");
    if (told === this.told) return;
    this.told = told;
    this.files = files;
    this.list.replaceChildren(...files.map((file) => {
      const item = this.row(file.state === "ready" ? size(file.length) : String(file.reason ?? file.state));
      const name = document.createElement(file.state === "ready" ? "a" : "span");
      name.textContent = String(file.uri);
      if (file.state === "ready") {
        name.href = `/api/v1/files/${encodeURIComponent(id)}/content?uri=${encodeURIComponent(file.uri)}`;
        name.target = "_blank";
        name.rel = "noopener";
      }
      item.append(name);
      return item;
    }));
  }

  /// Shows nothing.
  close() {
    this.turn = (this.turn ?? 0) + 1;
    this.source?.close();
    this.source = null;
    this.messages = [];
    this.files = [];
    this.told = "";
    this.list.replaceChildren();
    this.section.hidden = true;
  }

  begin(title, status) {
    this.title.textContent = title;
    this.say(status);
    this.section.hidden = false;
  }

  row(fact) {
    const item = document.createElement("li");
    const span = document.createElement("span");
    span.className = "fact";
    span.textContent = fact;
    item.append(span);
    return item;
  }

  say(text) { if (this.status.textContent !== text) this.status.textContent = text; }
}

function size(bytes) {
  if (typeof bytes !== "number") return "";
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : bytes >= 1e3 ? `${(bytes / 1e3).toFixed(1)} kB` : `${bytes} bytes`;
}
