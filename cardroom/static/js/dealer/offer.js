/* Between rounds: the player-dealer position is offered, clockwise, and each answer is kept. */
import { html, nothing } from "../../vendor/lit-html.js";
import { dollars } from "../money.js";
import { ANSWERED } from "../words.js";

/** The table is not open: nothing to deal. */
export function closed() {
  return {
    title: "Closed",
    body: html`<p class="empty"><strong>This table is closed.</strong> The floor opens it.</p>`,
    next: { label: "Nothing to deal", why: "closed", run: async () => false },
  };
}

export function panel(screen) {
  const { state } = screen;
  const { rotation } = state;
  const seat = state.seats.find((each) => each.seat === rotation.next_offer);
  const taken = state.seats.filter((each) => each.taken).length;
  const body =
    taken < 2
      ? html`<p class="empty"><strong>Seat two players first.</strong> The floor seats people; then the button is offered.</p>`
      : html`${offerKeys(screen, seat)} ${answersSoFar(rotation)}`;
  return {
    title: "Player-dealer button",
    body: html`<p class="dealer-sentence">${rotation.sentence}</p>${body}`,
    next: screen.desk.offering
      ? { label: "Back to the bets", run: async () => (screen.change({ offering: false }), false) }
      : { label: "Next round", why: seat ? `waits for seat ${seat.seat}` : "waits for a player-dealer", run: async () => false },
  };
}

/** The three keys. Who is short of the smallest W is offered all the same, and it is written down. */
export function offerKeys(screen, seat) {
  if (!seat || !screen.can("offer_bank")) return nothing;
  const least = screen.state.table.limits.bank?.[0] ?? 0;
  const short = seat.stack !== undefined && seat.stack < least;
  const answer = (value) => () => screen.send(["offer_bank", { seat: seat.seat, answer: value }]);
  return html`<div class="offer" role="group" aria-label="Offer to seat ${seat.seat}">
    <p class="offer-who">Offer seat ${seat.seat}</p>
    <p class="offer-name">${seat.name ?? ""}</p>
    ${short
      ? html`<button type="button" class="btn" @click=${answer("cannot")}>
          Short of chips: has ${dollars(seat.stack)}, W is at least ${dollars(least)}
        </button>`
      : html`<button type="button" class="btn" @click=${answer("accepted")}>Accepts</button>`}
    <button type="button" class="btn" @click=${answer("declined")}>Declines</button>
    <button type="button" class="btn" @click=${answer("absent")}>Absent</button>
  </div>`;
}

/** The last offers with their answers, the latest last: those that led to this turn, and its own. */
export function answersSoFar(rotation) {
  if (!rotation.offers?.length) return nothing;
  return html`<ul class="plain-list offers-so-far">
    ${rotation.offers.slice(-8).map((each) => html`<li>Seat ${each.seat} ${ANSWERED[each.answer] ?? each.answer}</li>`)}
  </ul>`;
}
