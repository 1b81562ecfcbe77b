/* Chips that come to a seat at the table: cash into the box, from the pocket, a toke. */
import { html } from "../vendor/lit-html.js";
import { gettext } from "./i18n.js";
import { parseDollars } from "./money.js";

/** The three ways, with the command of each. */
const WAYS = [
  ["sell_chips", gettext("Cash into the box")],
  ["chips_from_pocket", gettext("From the pocket")],
  ["toke", gettext("Toke")],
];

/** A form for one seat; `seats` lets the dealer choose it. `sent` hears whether it was done. */
export function chipsForm(screen, seats, sent = () => {}) {
  const give = (command) => async (event) => {
    const form = event.target.closest("form");
    const data = new FormData(form);
    const cents = parseDollars(String(data.get("amount")));
    const field = form.elements.amount;
    field.setCustomValidity(cents ? "" : gettext("Type an amount such as 20 or 1,250.50."));
    if (!form.reportValidity()) return;
    const done = await screen.send([command, { seat: Number(data.get("seat")), cents }]);
    if (done) form.reset();
    sent(done);
  };
  const typed = (event) => event.target.setCustomValidity("");
  return html`<form class="form-grid chips-form" @submit=${(event) => event.preventDefault()}>
    ${seats.length > 1
      ? html`<label>${gettext("Seat")} <select name="seat">${seats.map((seat) => html`<option value=${seat.seat}>${seat.seat} ${seat.name}</option>`)}</select></label>`
      : html`<input type="hidden" name="seat" value=${seats[0]?.seat ?? ""}>`}
    <label>${gettext("Amount in dollars")} <input name="amount" class="money" inputmode="decimal" autocomplete="off" required @input=${typed}></label>
    <div class="btn-row">${WAYS.map(([command, label]) => html`<button type="button" class="btn" @click=${give(command)}>${label}</button>`)}</div>
  </form>`;
}
