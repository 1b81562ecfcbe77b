/* The floor counts a seat: what is found there is what the books hold from then on. */
import { html } from "../vendor/lit-html.js";
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
    field.setCustomValidity(cents === 0 || cents ? "" : "Type an amount such as 0, 20 or 1,250.50.");
    if (!form.reportValidity()) return;
    screen.send(["count_seat", { seat: seat.seat, cents, reason: String(data.get("reason")) }]);
  };
  const again = (event) => event.target.setCustomValidity("");
  return html`<form class="form-grid" @submit=${count}>
    <label>Counted at ${seat.positions?.length > 1 ? `seats ${seat.positions.join(" and ")}` : "the seat"}, in dollars <input name="counted" class="money" inputmode="decimal" autocomplete="off" required @input=${again}></label>
    <label>Reason <input name="reason" minlength="3" maxlength="150" autocomplete="off" required></label>
    <div class="btn-row"><button class="btn" type="submit">Seat counted</button></div>
  </form>`;
}
