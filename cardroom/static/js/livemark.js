/* The live mark: a dot and a word in the head, a bar across the top while it is lost. */
import { roomTime } from "./words.js";

/** Speaks a sentence to screen readers without moving the focus. */
export function announce(sentence) {
  const voice = document.querySelector("[data-announce]");
  if (!voice) return;
  voice.textContent = "";
  requestAnimationFrame(() => (voice.textContent = sentence));
}

const AGAIN = "Connecting again.";
const REFUSED = "This screen may not show this table any more: log in again.";

/** Shows "live", or since when it is not. Only the loss and the return are spoken. */
export function showStatus(status, lostSince, refused = false) {
  const mark = document.querySelector("[data-live]");
  const bar = document.querySelector("[data-live-bar]");
  const was = mark?.dataset.live;
  const words = {
    live: "live",
    waiting: "connecting",
    lost: lostSince ? `not live since ${roomTime(lostSince)}` : "not live",
  };
  if (mark) {
    mark.dataset.live = status;
    mark.textContent = status === "lost" ? "not live" : words[status];
  }
  if (bar) {
    bar.hidden = status !== "lost";
    const sentence = `Not live ${words.lost.slice(9)}. ${refused ? REFUSED : AGAIN}`;
    bar.textContent = status === "lost" ? sentence : "";
  }
  document.documentElement.dataset.connection = status;
  if (status === "lost" && was !== "lost") announce(`${words.lost}.`);
  if (status === "live" && was === "lost") announce("Live again.");
}

/** Ties the mark to a live table. */
export function bindLiveMark(live) {
  const show = () => showStatus(live.status, live.lostSince, live.refused);
  show();
  live.addEventListener("status", show);
}
