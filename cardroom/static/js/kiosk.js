/* What makes a page a display that nobody has to touch: it stays awake and up to date, offers full
 * screen, and starts again by itself when its pairing has ended. */
import { gettext } from "./i18n.js";

const HOME = "/display/";
const KEY_STAYS_MS = 8000;
// Cards lie on the felt: nothing is reloaded now.
const IN_PLAY = ["deal", "decisions", "reveal", "pay"];

/** A display in its place: it stays awake, and keeps a page for when the server is away. */
export function standFixed() {
  stayAwake();
  offerFullScreen();
  // Only a page that came by https (or from this machine) may keep one.
  navigator.serviceWorker?.register(`${HOME}worker.js`, { scope: HOME }).catch(() => {});
}

/** Follows the fate of the pairing, and reloads an old page between rounds. */
export function keepUpToDate(live, build) {
  let old = false;
  const reloadIfCalm = () => old && !IN_PLAY.includes(live.state.round?.phase) && location.reload();
  live.addEventListener("status", () => live.refused && location.replace(HOME));
  live.addEventListener("hello", ({ detail }) => {
    old = detail.build !== build;
    reloadIfCalm();
  });
  live.addEventListener("state", reloadIfCalm);
}

/** Keeps the screen lit. The lock is lost whenever the page is hidden, and asked for again. */
function stayAwake() {
  const ask = () => {
    // Refused where the battery is low or the page is not secure: the tablet's own settings hold.
    if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}

const isFull = () =>
  document.fullscreenElement !== null || matchMedia("(display-mode: fullscreen)").matches;

/** A key that comes with a touch, since a browser lets only a finger ask, and goes again. */
function offerFullScreen() {
  if (!document.fullscreenEnabled) return;
  const key = document.createElement("button");
  key.type = "button";
  key.className = "btn btn-primary full-screen-key";
  key.textContent = gettext("Full screen");
  key.hidden = true;
  let timer = 0;
  const hide = () => (key.hidden = true);
  key.addEventListener("click", () => document.documentElement.requestFullscreen().catch(() => {}).then(hide));
  document.addEventListener("fullscreenchange", () => isFull() && hide());
  document.addEventListener("pointerdown", (event) => {
    if (isFull() || event.target === key) return;
    key.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(hide, KEY_STAYS_MS);
  });
  document.body.append(key);
}
