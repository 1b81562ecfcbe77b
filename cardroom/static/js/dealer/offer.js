/* Between rounds: the player-dealer position is offered, clockwise, and each answer is kept. */
import { html, nothing } from "../../vendor/lit-html.js";
import { gettext } from "../i18n.js";
import { dollars } from "../money.js";
import { ANSWERED, houseBanks, roomTime } from "../words.js";

const SAID = { accepted: gettext("says: I take it"), declined: gettext("says: not this time") };

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
  if (houseBanks(state.table)) return waitsForPlayers(rotation);
  const body =
    taken < 2
      ? html`<p class="empty"><strong>Seat two players first.</strong> The floor seats people; then the button is offered.</p>`
      : html`${rotationFacts(rotation)} ${offerKeys(screen, seat)} ${stopped(screen)} ${answersSoFar(rotation)}`;
  return {
    title: "Player-dealer button",
    body: html`<p class="dealer-sentence">${rotation.sentence}</p>${body}`,
    next: screen.desk.offering
      ? { label: "Back to the bets", run: async () => (screen.change({ offering: false }), false) }
      : { label: "Next round", why: seat ? `waits for seat ${seat.seat}` : "waits for a player-dealer", run: async () => false },
  };
}

/** The house banks: betting opens as soon as somebody sits down. */
function waitsForPlayers(rotation) {
  return {
    title: "No players",
    body: html`<p class="dealer-sentence">${rotation.sentence}</p>`,
    next: { label: "Next round", why: "waits for a player", run: async () => false },
  };
}

/** The three keys. Who is short of the smallest W is offered all the same, and it is written down. */
export function offerKeys(screen, seat) {
  if (!seat || !screen.can("offer_bank")) return nothing;
  const least = screen.state.table.limits.bank?.[0] ?? 0;
  const short = seat.chips !== undefined && seat.chips < least;
  const answer = (value) => () => screen.send(["offer_bank", { seat: seat.seat, answer: value }]);
  if (seat.away) {
    return html`<div class="offer" role="group" aria-label="Offer to seat ${seat.seat}">
      <p class="offer-who">Seat ${seat.seat} is away</p>
      <p class="offer-name">${seat.name ?? ""}</p>
      <button type="button" class="btn" @click=${answer("absent")}>Absent</button>
      <button type="button" class="btn" @click=${() => screen.send(["seat_back", { seat: seat.seat }])}>He is back</button>
    </div>`;
  }
  return html`<div class="offer" role="group" aria-label="Offer to seat ${seat.seat}">
    <p class="offer-who">Offer seat ${seat.seat}</p>
    <p class="offer-name">${seat.name ?? ""} ${seat.said ? html`<strong class="tag tag-needs">${SAID[seat.said]}</strong>` : nothing}</p>
    ${short
      ? html`<button type="button" class="btn" @click=${answer("cannot")}>
          Short of chips: has ${dollars(seat.chips)}, W is at least ${dollars(least)}
        </button>`
      : html`<button type="button" class="btn" @click=${answer("accepted")}>Accepts</button>`}
    <button type="button" class="btn" @click=${answer("declined")}>Declines</button>
    <button type="button" class="btn" @click=${answer("absent")}>Absent</button>
  </div>`;
}

/** The policy, its window of time, and where the floor overruled it. */
export function rotationFacts(rotation) {
  const { window: time, overrules = [] } = rotation;
  return html`<p class="muted">${rotation.title}.${time ? ` ${time.others} of ${time.must} others have banked; the window ends at ${roomTime(Date.parse(time.ends_at))}.` : ""}</p>
    ${overrules.map((each) => html`<p class="notice notice-needs">Overruled at ${roomTime(Date.parse(each.at))} by ${each.by}: ${each.reason}</p>`)}`;
}

/** What helps where the rotation holds up the next hand and no answer to an offer will do. */
export function stopped(screen) {
  const again = screen.can("pass_bank") && screen.state.rotation.next_offer === null && !["betting", "deal", "decisions", "reveal", "pay"].includes(screen.state.round?.phase);
  const overrule = (event) => {
    event.preventDefault();
    screen.send(["overrule_rotation", { reason: String(new FormData(event.target).get("reason")).trim() }]);
  };
  return html`${again ? html`<button type="button" class="btn" @click=${() => screen.send(["pass_bank", {}])}>Ask everybody again</button>` : nothing}
    ${screen.mayRunTable && screen.can("overrule_rotation")
      ? html`<details class="overrule"><summary class="btn btn-quiet">Overrule…</summary>
          <form class="form-grid" @submit=${overrule}>
            <p>One more hand for seat ${screen.state.rotation.holder}. It is written down as a violation, with your name.</p>
            <label>Reason <input name="reason" minlength="3" maxlength="200" required autocomplete="off"></label>
            <div class="btn-row"><button type="submit" class="btn btn-stop">Deal one more hand</button></div>
          </form></details>`
      : nothing}`;
}

/** The last offers with their answers, the latest last: those that led to this turn, and its own. */
export function answersSoFar(rotation) {
  if (!rotation.offers?.length) return nothing;
  return html`<ul class="plain-list offers-so-far">
    ${rotation.offers.slice(-8).map((each) => html`<li>Seat ${each.seat} ${ANSWERED[each.answer] ?? each.answer}</li>`)}
  </ul>`;
}
