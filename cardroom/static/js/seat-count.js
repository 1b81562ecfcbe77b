/* The floor counts a seat: what is found there is what the books hold from then on. */
import { html } from "../vendor/lit-html.js";
import { fill, gettext } from "./i18n.js";
import { parseDollars } from "./money.js";

/** A form for the seat's chips as counted, bets that are not taken yet included, with a reason. */
export function countForm(screen, seat) {
  const count = (event) => {
    event.preventDefault();
    const form = event.target;
    const data = new FormData(form);
    const typed = String(data.get("counted")).trim();
    const cents = /^\$?0+(\.0*)?$/.test(typed) ? 0 : parseDollars(typed);
    const field = form.elements.counted;
    field.setCustomValidity(cents === 0 || cents ? "" : gettext("Type an amount such as 0, 20 or 1,250.50."));
    if (!form.reportValidity()) return;
    screen.send(["count_seat", { seat: seat.seat, cents, reason: String(data.get("reason")) }]);
  };
  const again = (event) => event.target.setCustomValidity("");
  const [one, other] = seat.positions ?? [];
  const where = other
    ? fill(gettext("Counted at seats %(one)s and %(other)s, in dollars"), { one, other })
    : gettext("Counted at the seat, in dollars");
  return html`<form class="form-grid" @submit=${count}>
    <label>${where} <input name="counted" class="money" inputmode="decimal" autocomplete="off" required @input=${again}></label>
    <label>${gettext("Reason")} <input name="reason" minlength="3" maxlength="150" autocomplete="off" required></label>
    <div class="btn-row"><button class="btn" type="submit">${gettext("Seat counted")}</button></div>
  </form>`;
}
