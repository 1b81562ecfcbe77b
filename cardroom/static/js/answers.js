/* Sends what a player says at his seat. The display's cookie says which seat that is. */
import { gettext } from "./i18n.js";

const TIMEOUT_MS = 8000;
const NO_ANSWER = gettext("Your answer did not get through. Tap again, or tell the dealer.");

/** `send(seat, answer)` posts to `url`; `changed` is called when `error` does. */
export function answerSender(url, changed) {
  const sender = {
    error: "",
    send: async (seat, answer) => {
      const error = await post(url, { seat, answer });
      if (sender.error === error) return;
      sender.error = error;
      changed();
    },
    /** The table has told something new: an old complaint is over. */
    heard: () => (sender.error = ""),
  };
  return sender;
}

async function post(url, body) {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.ok) return "";
    return (await answer.json()).detail ?? NO_ANSWER;
  } catch {
    return NO_ANSWER;
  }
}

const token = () => document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
