/* The live mark: a dot and a word in the head, a bar across the top while it is lost. */
import { fill, gettext } from "./i18n.js";
import { roomTime } from "./words.js";

/** Speaks a sentence to screen readers without moving the focus. */
export function announce(sentence) {
  const voice = document.querySelector("[data-announce]");
  if (!voice) return;
  voice.textContent = "";
  requestAnimationFrame(() => (voice.textContent = sentence));
}

const AGAIN = gettext("Connecting again.");
const REFUSED = gettext("This screen may not show this table any more: log in again.");

/** Shows "live", or since when it is not. Only the loss and the return are spoken. */
export function showStatus(status, lostSince, refused = false) {
  const mark = document.querySelector("[data-live]");
  const bar = document.querySelector("[data-live-bar]");
  const was = mark?.dataset.live;
  const words = { live: gettext("live"), waiting: gettext("connecting"), lost: gettext("not live") };
  const lost = lostSince
    ? fill(gettext("Not live since %(time)s."), { time: roomTime(lostSince) })
    : gettext("Not live.");
  if (mark) {
    mark.dataset.live = status;
    mark.textContent = words[status];
  }
  if (bar) {
    bar.hidden = status !== "lost";
    bar.textContent = status === "lost" ? `${lost} ${refused ? REFUSED : AGAIN}` : "";
  }
  document.documentElement.dataset.connection = status;
  if (status === "lost" && was !== "lost") announce(lost);
  if (status === "live" && was === "lost") announce(gettext("Live again."));
}

/** Ties the mark to a live table. */
export function bindLiveMark(live) {
  const show = () => showStatus(live.status, live.lostSince, live.refused);
  show();
  live.addEventListener("status", show);
}
