/* A device that waits: it shows its code, and turns into the display that the floor makes of it. */
import { fill, gettext } from "./i18n.js";
import { standFixed } from "./kiosk.js";
import { roomTime } from "./words.js";

const ASK_MS = 1500;
const JITTER_MS = 300;
const MOST_MS = 15000;

const root = document.querySelector("[data-pairing]");
const part = (name) => root.querySelector(`[data-${name}]`);
const token = root.querySelector("[name=csrfmiddlewaretoken]").value;
let failed = 0;

async function ask() {
  try {
    const answer = await fetch("/display/code/", {
      method: "POST",
      headers: { "X-CSRFToken": token },
      signal: AbortSignal.timeout(8000),
    });
    if (answer.status === 403) return location.reload(); // somebody has logged in here: a new token
    const body = await answer.json();
    if (!answer.ok) throw new Error(body.detail);
    if (body.paired) return location.replace("/display/");
    failed = 0;
    show(body);
  } catch (error) {
    failed += 1;
    if (failed > 2) part("until").textContent = gettext("Not live. This display tries again by itself.");
  }
  const wait = Math.min(ASK_MS * 2 ** Math.min(failed, 4), MOST_MS);
  setTimeout(ask, wait + Math.random() * JITTER_MS * (1 + failed));
}

function show({ code, until, picture }) {
  if (part("code").textContent !== code) part("code").textContent = code;
  if (part("picture").src !== picture) part("picture").src = picture;
  part("picture").hidden = false;
  const words = fill(gettext("A new code comes at %(time)s."), { time: roomTime(Date.parse(until)) });
  if (part("until").textContent !== words) part("until").textContent = words;
}

standFixed();
ask();
