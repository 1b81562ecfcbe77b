/* Results: one row a seat in action order, three fat keys; the pay list opens by itself after the
   last. A bonus class is chosen by a tap on the seat, only where a bonus is on. */
import { html, nothing } from "../../vendor/lit-html.js";
import { HANDS, rankFace, RANKS } from "../words.js";

const ONE_COLUMN = 9;
const RESULTS = [
  ["win", "Win"],
  ["lose", "Lose"],
  ["push", "Push"],
];
const SIDE = "bonus";

// -- The up-card -----------------------------------------------------------------------------------

/** Thirteen large ranks in one row: one tap shows the up-card, and the action button appears. */
export function upCard(screen, facts = nothing) {
  const { round } = screen.state;
  const shown = round.bank.face_up;
  const words = shown
    ? `The up-card was keyed as ${rankFace(shown[0])}. Tap the right rank.`
    : "Deal three cards to each, one of the player-dealer’s face up. Tap its rank.";
  return {
    title: "Up-card",
    body: html`${facts}<p class="dealer-sentence">${words}</p>`,
    tray: html`<div class="keypad"><div class="keypad-ranks" role="group" aria-label="Rank">
      ${RANKS.map((rank) => html`<button type="button" class="btn key-rank" aria-pressed=${shown === rank ? "true" : "false"}
        @click=${() => screen.send(["show_up_card", { card: rank }])}>${rankFace(rank)}</button>`)}
    </div></div>`,
    next: shown
      ? { label: "Leave it", run: async () => (screen.change({ selected: null }), false) }
      : { label: "Up-card", why: "tap its rank", run: async () => false },
  };
}

// -- The results -----------------------------------------------------------------------------------

export const hasResults = (state) => state.round?.capture === "results";

/** The hands that stayed, in the order of action. */
function stayed(round) {
  const hands = new Map(round.hands.map((hand) => [hand.seat, hand]));
  return round.order.map((seat) => hands.get(seat)).filter((hand) => hand && hand.decision !== "fold");
}

export function panel(screen) {
  const { round } = screen.state;
  const hands = stayed(round);
  const qualifies = round.bank.qualifies;
  const waiting = qualifies === null ? "say whether it qualifies" : "tap each result";
  return {
    title: html`Results ${round.phase === "pay" ? html`<span class="tag tag-needs">not final</span>` : nothing}`,
    body: html`${qualify(screen, qualifies)}
      <div class="results ${hands.length > ONE_COLUMN ? "results-two" : ""}">${hands.map((hand) => row(screen, hand))}</div>`,
    tray: classes(screen, hands),
    next:
      round.phase === "pay"
        ? { label: "Pay", run: async () => (screen.change({ selected: null, draft: null }), false) }
        : { label: "Pay", why: waiting, run: async () => false },
  };
}

function qualify(screen, qualifies) {
  const up = screen.state.round.bank.face_up;
  const byCard = ["Q", "K", "A"].includes(up?.[0]);
  const key = (value, label) => html`<button type="button" class="btn result-key" aria-pressed=${qualifies === value ? "true" : "false"}
    aria-disabled=${byCard && !value ? "true" : "false"} @click=${() => say(value)}>${label}</button>`;
  const say = async (value) => {
    if (byCard && !value) return screen.refuse(`With ${rankFace(up[0])} up the player-dealer qualifies.`);
    // A bonus is paid all the same: the rows stay until its class has been chosen.
    const bonus = stayed(screen.state.round).some((hand) => hand.wagers[SIDE]);
    const done = await screen.send(["enter_bank_result", { qualifies: value }]);
    if (done && bonus) screen.change({ selected: "results" });
  };
  return html`<div class="result-row result-bank" role="group" aria-label="Qualifies">
    <span class="result-who">Qualifies</span>${key(true, "Yes")}${key(false, "No")}
  </div>`;
}

function row(screen, hand) {
  const { round } = screen.state;
  const open = round.bank.qualifies === true;
  const entered = hand.entered?.result ?? null;
  const press = (result) => {
    if (!open) return screen.refuse(round.bank.qualifies === null ? "First: does the player-dealer qualify?" : "He does not qualify: every ante is paid, every play goes back.");
    return screen.send(["enter_result", { seat: hand.seat, result, hand_class: classOf(screen, hand) }]);
  };
  const bonus = hand.wagers[SIDE];
  const seat = `Seat ${hand.seat}`;
  return html`<div class="result-row" role="group" aria-label=${seat}>
    ${bonus
      ? html`<button type="button" class="btn result-seat" aria-pressed=${screen.desk.draft?.seat === hand.seat ? "true" : "false"}
          aria-label=${`${seat}: bonus ${HANDS[classOf(screen, hand)] ?? "loses"}`}
          @click=${() => screen.change({ selected: "results", draft: { ...screen.desk.draft, seat: hand.seat } })}>${hand.seat} B</button>`
      : html`<span class="result-who">${hand.seat}</span>`}
    ${RESULTS.map(([result, label]) => html`<button type="button" class="btn result-key" aria-pressed=${entered === result ? "true" : "false"}
      aria-disabled=${open ? "false" : "true"} @click=${() => press(result)}>${label}</button>`)}
  </div>`;
}

/** The class that a hand's bonus is paid on: as chosen here, else as entered; null where it loses. */
function classOf(screen, hand) {
  const chosen = screen.desk.draft?.classes ?? {};
  return hand.seat in chosen ? chosen[hand.seat] : (hand.entered?.hand_class ?? null);
}

/** Under the felt: what the bonus of the tapped seat is paid on. */
function classes(screen, hands) {
  const hand = hands.find((each) => each.seat === screen.desk.draft?.seat);
  if (!hand?.wagers[SIDE]) {
    return hands.some((each) => each.wagers[SIDE])
      ? html`<p class="muted">A bonus that hits: tap its seat (B), then its class. Else it loses.</p>`
      : nothing;
  }
  const { paytable } = screen.state.table;
  const chosen = classOf(screen, hand);
  const choose = (name) => {
    const draft = { ...screen.desk.draft, classes: { ...screen.desk.draft?.classes, [hand.seat]: name } };
    screen.change({ selected: "results", draft });
    const { qualifies } = screen.state.round.bank;
    const result = hand.entered?.result ?? null;
    const known = qualifies === false || (qualifies && result);
    if (known) screen.sendBeside(["enter_result", { seat: hand.seat, result, hand_class: name }]);
  };
  const key = (name, label) => html`<button type="button" class="btn class-key" aria-pressed=${chosen === name ? "true" : "false"}
    @click=${() => choose(name)}>${label}</button>`;
  return html`<div class="class-keys" role="group" aria-label=${`Bonus of seat ${hand.seat}`}>
    ${key(null, "bonus loses")}${paytable.map(([name]) => key(name, HANDS[name] ?? name))}
  </div>`;
}
