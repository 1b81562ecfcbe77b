/* The one socket client. It shows whole states as they come and knows when it is not live.
 *
 * The server sends the projected state on connecting and after each change, and once a second a
 * pulse with the table's version. A hello with each connection names the server's build. Pushes may be lost: a pulse that knows of a higher version than
 * the one shown for over a second, or silence for 2.5 s, means that this screen is not live.
 */
import { serverNow, setServerTime } from "./clock.js";

const SILENCE_MS = 2500;
const FIRST_STATE_MS = { first: 2500, most: 8000 }; // a busy server is given more time each try
const BEHIND_MS = 1000;
const BACK_OFF_MS = { first: 250, most: 2000 };
const TICK_MS = 250;
const NOT_ALLOWED = 4403; // the server's close code for a screen that may not show the table
const SLEPT_MS = 3000; // a tick that comes this late means that the machine slept

export class LiveTable extends EventTarget {
  #path;
  #socket = null;
  #lastFrame = 0;
  #connectedAt = 0;
  #behindSince = null;
  #tries = 0;
  #retryAt = 0;
  #lastTick = Date.now();
  #freshSocket = false;

  /** `path` is the socket's path; `initial` a state that came with the page, `version` its own. */
  constructor(path, { initial = null, version = 0 } = {}) {
    super();
    this.#path = path;
    this.state = initial;
    this.version = version;
    this.status = "waiting"; // then "live" or "lost"
    this.lostSince = null;
    this.refused = false; // the server said that this screen may not show the table
  }

  start() {
    this.#connect();
    setInterval(() => this.#tick(), TICK_MS);
    const wake = () => document.visibilityState === "visible" && this.#tick();
    document.addEventListener("visibilitychange", wake);
    for (const event of ["online", "pageshow", "focus"]) window.addEventListener(event, wake);
    return this;
  }

  /** A state from elsewhere (the answer to a command). An older one than shown is dropped. */
  offer(version, state) {
    if (version < this.version) return;
    this.#show(version, state);
  }

  #connect() {
    this.#retryAt = 0;
    this.#freshSocket = true;
    this.#behindSince = null;
    this.#lastFrame = this.#connectedAt = Date.now();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.#path}`);
    this.#socket = socket;
    socket.onmessage = (message) => socket === this.#socket && this.#frame(JSON.parse(message.data));
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      this.refused = event.code === NOT_ALLOWED;
      this.#lose();
    };
  }

  #frame(frame) {
    this.#lastFrame = Date.now();
    if (frame.now) setServerTime(frame.now);
    if (frame.type === "state") {
      // The first state of a connection is the truth, even where a higher version was shown.
      if (this.#freshSocket || frame.version >= this.version) {
        this.#freshSocket = false;
        this.#behindSince = null;
        this.#show(frame.version, frame.state);
      }
      this.#tries = 0;
      this.refused = false;
      this.#setStatus("live");
    } else if (frame.type === "pulse") {
      const behind = frame.version > this.version;
      this.#behindSince = behind ? (this.#behindSince ?? Date.now()) : null;
    } else if (frame.type === "hello") {
      this.dispatchEvent(new CustomEvent("hello", { detail: frame }));
    }
  }

  #show(version, state) {
    const before = this.state;
    this.version = version;
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: { state, before, version } }));
  }

  #tick() {
    const now = Date.now();
    const slept = now - this.#lastTick > SLEPT_MS;
    this.#lastTick = now;
    if (this.#socket) {
      const silent = now - this.#lastFrame > this.#patience() || this.#stateless(now);
      const behind = this.#behindSince !== null && now - this.#behindSince > BEHIND_MS;
      if (silent || behind) this.#lose();
    }
    if (!this.#socket && (slept || now >= this.#retryAt)) this.#connect();
  }

  /** A new line that brings pulses but never a state is as good as silent. */
  #stateless(now) {
    return this.#freshSocket && now - this.#connectedAt > this.#patience();
  }

  #patience() {
    if (!this.#freshSocket) return SILENCE_MS;
    return Math.min(FIRST_STATE_MS.first * 1.5 ** this.#tries, FIRST_STATE_MS.most);
  }

  #lose() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    const wait = Math.min(BACK_OFF_MS.first * 2 ** this.#tries, BACK_OFF_MS.most);
    this.#tries += 1;
    this.#retryAt = Date.now() + wait * (0.5 + Math.random() / 2);
    this.#setStatus("lost");
  }

  #setStatus(status) {
    if (status === this.status && !this.refused) return;
    if (status === "lost" && this.status !== "lost") this.lostSince = serverNow() - (Date.now() - this.#lastFrame);
    this.status = status;
    this.dispatchEvent(new CustomEvent("status", { detail: { status } }));
  }
}
