/* Between rounds: the player-dealer position is offered, clockwise, and each answer is kept. */
import { html, nothing } from "../../vendor/lit-html.js";
import { fill, gettext } from "../i18n.js";
import { dollars } from "../money.js";
import { houseBanks, roomTime } from "../words.js";

const SAID = { accepted: gettext("says: I take it"), declined: gettext("says: not this time") };

/** The table is not open: nothing to deal. */
export function closed() {
  return {
    title: gettext("Closed"),
    body: html`<p class="empty"><strong>${gettext("This table is closed.")}</strong> ${gettext("The floor opens it.")}</p>`,
    next: { label: gettext("Nothing to deal"), why: gettext("closed"), run: async () => false },
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
      ? html`<p class="empty"><strong>${gettext("Seat two players first.")}</strong> ${gettext("The floor seats people; then the button is offered.")}</p>`
      : html`${rotationFacts(rotation)} ${offerKeys(screen, seat)} ${stopped(screen)} ${answersSoFar(rotation)}`;
  return {
    title: gettext("Player-dealer button"),
    body: html`<p class="dealer-sentence">${rotation.sentence}</p>${body}`,
    next: screen.desk.offering
      ? { label: gettext("Back to the bets"), run: async () => (screen.change({ offering: false }), false) }
      : { label: gettext("Next round"), why: seat ? fill(gettext("waits for seat %(seat)s"), seat) : gettext("waits for a player-dealer"), run: async () => false },
  };
}

/** The house banks: betting opens as soon as somebody sits down. */
function waitsForPlayers(rotation) {
  return {
    title: gettext("No players"),
    body: html`<p class="dealer-sentence">${rotation.sentence}</p>`,
    next: { label: gettext("Next round"), why: gettext("waits for a player"), run: async () => false },
  };
}

/** The three keys. Who is short of the smallest W is offered all the same, and it is written down. */
export function offerKeys(screen, seat) {
  if (!seat || !screen.can("offer_bank")) return nothing;
  const least = screen.state.table.limits.bank?.[0] ?? 0;
  const short = seat.chips !== undefined && seat.chips < least;
  const answer = (value) => () => screen.send(["offer_bank", { seat: seat.seat, answer: value }]);
  if (seat.away) {
    return html`<div class="offer" role="group" aria-label=${fill(gettext("Offer to seat %(seat)s"), seat)}>
      <p class="offer-who">${fill(gettext("Seat %(seat)s is away"), seat)}</p>
      <p class="offer-name">${seat.name ?? ""}</p>
      <button type="button" class="btn" @click=${answer("absent")}>${gettext("Absent")}</button>
      <button type="button" class="btn" @click=${() => screen.send(["seat_back", { seat: seat.seat }])}>${gettext("He is back")}</button>
    </div>`;
  }
  return html`<div class="offer" role="group" aria-label=${fill(gettext("Offer to seat %(seat)s"), seat)}>
    <p class="offer-who">${fill(gettext("Offer seat %(seat)s"), seat)}</p>
    <p class="offer-name">${seat.name ?? ""} ${seat.said ? html`<strong class="tag tag-needs">${SAID[seat.said]}</strong>` : nothing}</p>
    ${short
      ? html`<button type="button" class="btn" @click=${answer("cannot")}>
          ${fill(gettext("Short of chips: has %(has)s, W is at least %(least)s"), { has: dollars(seat.chips), least: dollars(least) })}
        </button>`
      : html`<button type="button" class="btn" @click=${answer("accepted")}>${gettext("Accepts")}</button>`}
    <button type="button" class="btn" @click=${answer("declined")}>${gettext("Declines")}</button>
    <button type="button" class="btn" @click=${answer("absent")}>${gettext("Absent")}</button>
  </div>`;
}

/** The policy, its window of time, and where the floor overruled it. */
export function rotationFacts(rotation) {
  const { window: time, overrules = [] } = rotation;
  return html`<p class="muted">${rotation.title}.${time ? ` ${fill(gettext("%(others)s of %(must)s others have banked; the window ends at %(end)s."), { ...time, end: roomTime(Date.parse(time.ends_at)) })}` : ""}</p>
    ${overrules.map((each) => html`<p class="notice notice-needs">${fill(gettext("Overruled at %(at)s by %(by)s: %(reason)s"), { ...each, at: roomTime(Date.parse(each.at)) })}</p>`)}`;
}

/** What helps where the rotation holds up the next hand and no answer to an offer will do. */
export function stopped(screen) {
  const again = screen.can("pass_bank") && screen.state.rotation.next_offer === null && !["betting", "deal", "decisions", "reveal", "pay"].includes(screen.state.round?.phase);
  const overrule = (event) => {
    event.preventDefault();
    screen.send(["overrule_rotation", { reason: String(new FormData(event.target).get("reason")).trim() }]);
  };
  return html`${again ? html`<button type="button" class="btn" @click=${() => screen.send(["pass_bank", {}])}>${gettext("Ask everybody again")}</button>` : nothing}
    ${screen.mayRunTable && screen.can("overrule_rotation")
      ? html`<details class="overrule"><summary class="btn btn-quiet">${gettext("Overrule…")}</summary>
          <form class="form-grid" @submit=${overrule}>
            <p>${fill(gettext("One more hand for seat %(holder)s. It is written down as a violation, with your name."), screen.state.rotation)}</p>
            <label>${gettext("Reason")} <input name="reason" minlength="3" maxlength="200" required autocomplete="off"></label>
            <div class="btn-row"><button type="submit" class="btn btn-stop">${gettext("Deal one more hand")}</button></div>
          </form></details>`
      : nothing}`;
}

const ANSWERED = {
  accepted: gettext("Seat %(seat)s accepted"),
  declined: gettext("Seat %(seat)s declined"),
  absent: gettext("Seat %(seat)s was absent"),
  cannot: gettext("Seat %(seat)s was short of chips"),
};

/** The last offers with their answers, the latest last: those that led to this turn, and its own. */
export function answersSoFar(rotation) {
  if (!rotation.offers?.length) return nothing;
  return html`<ul class="plain-list offers-so-far">
    ${rotation.offers.slice(-8).map((each) => html`<li>${fill(ANSWERED[each.answer], each)}</li>`)}
  </ul>`;
}
