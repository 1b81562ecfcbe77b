/* The key "On my phone" of a seat's display: a code with which the player's phone follows it. */
import { html } from "../vendor/lit-html.js";
import { fill, gettext } from "./i18n.js";
import { roomTime } from "./words.js";

/** The key; a tap asks the room for a code and opens a panel with it. */
export const phoneKey = () =>
  html`<button type="button" class="btn" aria-haspopup="dialog" @click=${open}>${gettext("On my phone")}</button>`;

let panel = null;
let timer = 0;

async function open() {
  panel ??= makePanel();
  panel.querySelector("[data-words]").textContent = gettext("One moment.");
  for (const part of panel.querySelectorAll("[data-code], [data-picture]")) part.hidden = true;
  if (!panel.open) panel.showModal();
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  try {
    const answer = await fetch("/display/phone-code/", {
      method: "POST",
      headers: { "X-CSRFToken": token },
      signal: AbortSignal.timeout(8000),
    });
    const body = await answer.json();
    if (answer.ok) show(body);
    else panel.querySelector("[data-words]").textContent = body.detail;
  } catch {
    panel.querySelector("[data-words]").textContent = gettext("No answer from the room. Close this and try again.");
  }
}

function show({ code, until, picture }) {
  panel.querySelector("[data-code]").textContent = code;
  panel.querySelector("[data-picture]").src = picture;
  for (const part of panel.querySelectorAll("[data-code], [data-picture]")) part.hidden = false;
  const time = roomTime(Date.parse(until));
  panel.querySelector("[data-words]").textContent = fill(
    gettext("Scan this with your phone, or open %(address)s there and type the code. It works until %(time)s and shows your seat while you sit here."),
    { address: `${location.host}/follow/`, time },
  );
  clearTimeout(timer);
  timer = setTimeout(() => panel.close(), Math.max(Date.parse(until) - Date.now(), 1000));
}

function makePanel() {
  const dialog = document.createElement("dialog");
  dialog.className = "phone-panel";
  dialog.setAttribute("aria-labelledby", "phone-panel-title");
  const add = (name, marks, text = "") => {
    const part = Object.assign(document.createElement(name), { textContent: text });
    for (const [mark, value] of Object.entries(marks)) part.setAttribute(mark, value);
    dialog.append(part);
    return part;
  };
  add("h2", { id: "phone-panel-title" }, gettext("On my phone"));
  add("p", { "data-code": "", class: "pairing-code" });
  add("img", { "data-picture": "", alt: gettext("The code as a picture to scan"), width: 300, height: 300 });
  add("p", { "data-words": "", role: "status" });
  add("button", { type: "button", class: "btn btn-primary" }, gettext("Done")).onclick = () => dialog.close();
  document.body.append(dialog);
  return dialog;
}
