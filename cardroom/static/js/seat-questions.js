/* What a player is asked at his own seat. The dealer sees the answer, and enters it. */
import { html, nothing } from "../vendor/lit-html.js";
import { fill, gettext } from "./i18n.js";
import { dollars } from "./money.js";

/** Play or fold: two keys, each by its own edge of the screen. */
export function decisionQuestion({ round }, seat, answer) {
  if (seat.asked !== "decision" || round?.phase !== "decisions") return nothing;
  const key = (value, label) => html`<button type="button" class="btn own-key" aria-pressed=${seat.said === value ? "true" : "false"}
    @click=${() => answer(seat.seat, value)}>${label}</button>`;
  return html`<div class="own-asked" role="group" aria-label=${gettext("Play or fold")}>
    <div class="own-keys">${key("fold", gettext("FOLD"))} ${key("play", gettext("PLAY"))}</div>
    <p class="own-seen" role="status">${seat.said ? seenWords(seat.said) : gettext("The dealer sees your answer and enters it.")}</p>
  </div>`;
}

function seenWords(said) {
  return said === "play" ? gettext("The dealer sees: PLAY.") : gettext("The dealer sees: FOLD.");
}

/** The button: what it costs, what can be lost, and where the room has keys at the seats, his answer. */
export function bankQuestion({ rotation, table }, seat, answer) {
  if (rotation.next_offer !== seat.seat) return nothing;
  const asked = seat.asked === "bank";
  const due = asked || rotation.offer_due || !rotation.holder;
  return html`<div class="own-offer">
    <p class="own-now">${due ? gettext("Will you take the player-dealer button?") : gettext("The button is offered to you next.")}</p>
    <p>${costWords(table)} ${riskWords(table)}</p>
    ${asked ? bankKeys(seat, answer) : due ? html`<p class="muted">${gettext("Tell the dealer.")}</p>` : nothing}
  </div>`;
}

function bankKeys(seat, answer) {
  const key = (value, label) => html`<button type="button" class="btn own-key" aria-pressed=${seat.said === value ? "true" : "false"}
    @click=${() => answer(seat.seat, value)}>${label}</button>`;
  const seen = seat.said === "accepted" ? gettext("The dealer sees: you take it.") : gettext("The dealer sees: not this time.");
  return html`<div class="own-keys">${key("declined", gettext("Not this time"))} ${key("accepted", gettext("I take it"))}</div>
    <p class="own-seen" role="status">${seat.said ? seen : gettext("The dealer sees your answer and enters it.")}</p>`;
}

/** The fee of the player-dealer, by the whole schedule. */
function costWords({ fees }) {
  const costs = fees.filter((line) => line.payer === "bank").map((line) => line.fee);
  if (!costs.length || Math.max(...costs) === 0) return gettext("It costs no fee.");
  const [least, most] = [Math.min(...costs), Math.max(...costs)];
  return least === most
    ? fill(gettext("It costs %(fee)s a hand."), { fee: dollars(least) })
    : fill(gettext("It costs %(least)s to %(most)s a hand, by the bets at the table."), { least: dollars(least), most: dollars(most) });
}

/** W is all that he can lose, and all that he can win (California, Action Button, 2). */
function riskWords({ limits }) {
  const least = limits.bank?.[0];
  const all = gettext("You can lose what you put up as W, and no more; nor can you win more.");
  return least ? `${fill(gettext("W is at least %(least)s."), { least: dollars(least) })} ${all}` : all;
}
