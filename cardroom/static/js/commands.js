/* The command door of one table, as the screens use it.
 *
 * A command carries the version that was shown when the finger came down, and its own request id:
 * when the network fails the very same request is sent again, and the server does it once.
 */
import { gettext } from "./i18n.js";
const RETRY_MS = [500, 1000, 2000];
const TIMEOUT_MS = 8000;

/** The version shown when the finger (or key) last went down. */
export class TouchedVersion {
  constructor(live) {
    this.live = live;
    this.version = live.version;
    const take = () => (this.version = live.version);
    for (const event of ["pointerdown", "keydown"]) {
      document.addEventListener(event, take, { capture: true });
    }
  }
}

/** A random id for one request; randomUUID is missing on plain-http pages. */
export function newRequestId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

const MOVED_ON = gettext("This table moved on while you typed. Nothing was lost: check and send again.");
const NO_ANSWER = gettext("No answer from the room. Your tap is kept and sent again.");
const REFUSED = gettext("The room did not take this. Nothing was changed: try again, or call the floor.");

export class CommandDoor extends EventTarget {
  #live;
  #touched;
  #line = Promise.resolve(); // taps are carried out one after another
  #waiting = new Set();
  #ownMoves = new Map(); // from version to version, by this screen's own commands

  constructor(live, tableId) {
    super();
    this.#live = live;
    this.#touched = new TouchedVersion(live);
    this.url = `/api/v1/tables/${tableId}/commands/`;
    this.error = "";
    this.pending = "";
  }

  get busy() {
    return this.#waiting.size > 0;
  }

  /**
   * Sends what belongs to one tap: commands, or a function that names them once the taps before it
   * are done. A second tap on what is still on its way does nothing. True when all were done.
   */
  send(...commands) {
    const name = JSON.stringify(commands.map((each) => (typeof each === "function" ? each.key : each)));
    if (this.#waiting.has(name)) return Promise.resolve(false);
    const touched = this.#touched.version;
    this.#waiting.add(name);
    // A refusal stands until the next tap, whatever of the taps before it is done meanwhile.
    this.clearError();
    const sent = this.#line.then(() => this.#sendAll(commands, touched)).catch(() => false);
    this.#line = sent.then(() => {
      this.#waiting.delete(name);
      this.dispatchEvent(new Event("change"));
    });
    return sent;
  }

  async #sendAll(commands, touched) {
    for (const [command, data] of commands.flatMap((each) => (typeof each === "function" ? each() : [each]))) {
      const expected = this.#seen(touched);
      const request = { command, data: data ?? {}, expected_version: expected, request_id: newRequestId() };
      const answer = await this.#carry(request);
      if (!answer) return false;
      if (answer.version > expected) this.#ownMoves.set(expected, answer.version);
    }
    return true;
  }

  /** The version a finger saw, carried over what this screen itself has changed since. */
  #seen(version) {
    while (this.#ownMoves.has(version)) version = this.#ownMoves.get(version);
    return version;
  }

  clearError() {
    if (this.error) this.#say("", this.pending);
  }

  async #carry(request) {
    for (let attempt = 0; ; attempt += 1) {
      const response = await this.#post(request);
      if (response) return this.#answer(response);
      this.#say("", NO_ANSWER);
      await pause(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]);
    }
  }

  /** The response and its body; null when there was none, or the server was away for a moment. */
  async #post(request) {
    try {
      const response = await fetch(this.url, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "X-CSRFToken": document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "",
        },
        credentials: "same-origin",
        body: JSON.stringify(request),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if ([502, 503, 504].includes(response.status)) return null;
      return { status: response.status, body: await response.json().catch(() => ({})) };
    } catch {
      return null;
    }
  }

  #answer({ status, body }) {
    if (body.state) this.#live.offer(body.version, body.state);
    if (status === 200) {
      this.#say(this.error, "");
      return body;
    }
    this.#say(status === 409 ? MOVED_ON : body.detail || REFUSED, "");
    return null;
  }

  #say(error, pending) {
    this.error = error;
    this.pending = pending;
    this.dispatchEvent(new Event("change"));
  }
}
