/* Results: one row a seat in action order, three fat keys; the pay list opens by itself after the
   last. A bonus class is chosen by a tap on the seat, only where a bonus is on. */
import { html, nothing } from "../../vendor/lit-html.js";
import { fill, gettext } from "../i18n.js";
import { bankWord, HANDS, rankFace, RANKS, WAGERS } from "../words.js";

const ONE_COLUMN = 9;
const RESULTS = [
  ["win", gettext("Win")],
  ["lose", gettext("Lose")],
  ["push", gettext("Push")],
];
const SIX = "six_card_bonus";
const ROYAL = "royal_flush";
const UNBEATEN = gettext("Nothing beats a royal flush: look again at its class and at its result.");

// -- The up-card -----------------------------------------------------------------------------------

/** Thirteen large ranks in one row: one tap shows the up-card, and the action button appears. */
export function upCard(screen, facts = nothing) {
  const { round } = screen.state;
  const shown = round.bank.face_up;
  const words = shown
    ? fill(gettext("The up-card was keyed as %(card)s. Tap the right rank."), { card: rankFace(shown[0]) })
    : gettext("Deal three cards to each, one of the player-dealer’s face up. Tap its rank.");
  return {
    title: gettext("Up-card"),
    body: html`${facts}<p class="dealer-sentence">${words}</p>`,
    tray: html`<div class="keypad"><div class="keypad-ranks" role="group" aria-label=${gettext("Rank")}>
      ${RANKS.map((rank) => html`<button type="button" class="btn key-rank" aria-pressed=${shown === rank ? "true" : "false"}
        @click=${() => screen.send(["show_up_card", { card: rank }])}>${rankFace(rank)}</button>`)}
    </div></div>`,
    next: shown
      ? { label: gettext("Leave it"), run: async () => (screen.change({ selected: null }), false) }
      : { label: gettext("Up-card"), why: gettext("tap its rank"), run: async () => false },
  };
}

// -- The results -----------------------------------------------------------------------------------

export const hasResults = (state) => state.round?.capture === "results";

/** The hands that something is entered of, in the order of action: who stayed, and a folded hand
 * with a 6-card wager, which the fold does not touch. */
function shown(round) {
  const hands = new Map(round.hands.map((hand) => [hand.seat, hand]));
  return round.order.map((seat) => hands.get(seat)).filter((hand) => hand && (hand.decision !== "fold" || hand.wagers[SIX]));
}

/** What the cards of a hand may be paid on: its side wager or an ante bonus, and six cards. */
function paysOn({ table }, hand) {
  const side = hand.decision !== "fold" && (hand.wagers[table.side] || (hand.decision === "play" && table.pays.ante_bonus));
  return { side: Boolean(side), six: Boolean(hand.wagers[SIX]) };
}

const classPays = (state, hand) => Object.values(paysOn(state, hand)).some(Boolean);

export function panel(screen) {
  const { round } = screen.state;
  const hands = shown(round);
  const qualifies = round.bank.qualifies;
  const waiting = qualifies === null ? gettext("say whether it qualifies") : gettext("tap each result");
  return {
    title: html`${gettext("Results")} ${round.phase === "pay" ? html`<span class="tag tag-needs">${gettext("not final")}</span>` : nothing}`,
    body: html`${qualify(screen, qualifies)}
      <div class="results ${hands.length > ONE_COLUMN ? "results-two" : ""}">${hands.map((hand) => row(screen, hand))}</div>`,
    tray: classes(screen, hands),
    next:
      round.phase === "pay"
        ? { label: gettext("Pay"), run: async () => (screen.change({ selected: null, draft: null }), false) }
        : { label: gettext("Pay"), why: waiting, run: async () => false },
  };
}

function qualify(screen, qualifies) {
  const up = screen.state.round.bank.face_up;
  const byCard = ["Q", "K", "A"].includes(up?.[0]);
  const key = (value, label) => html`<button type="button" class="btn result-key" aria-pressed=${qualifies === value ? "true" : "false"}
    aria-disabled=${byCard && !value ? "true" : "false"} @click=${() => say(value)}>${label}</button>`;
  const say = async (value) => {
    if (byCard && !value) return screen.refuse(fill(gettext("With %(card)s up the player-dealer qualifies."), { card: rankFace(up[0]) }));
    // A bonus is paid all the same: the rows stay until its class has been chosen.
    const bonus = shown(screen.state.round).some((hand) => classPays(screen.state, hand));
    const before = screen.desk.draft?.classes;
    const done = await screen.send(["enter_bank_result", { qualifies: value }]);
    if (!done || !bonus) return;
    // Classes that were chosen meanwhile are entered now, where no result is waited for.
    const chosen = { ...before, ...screen.desk.draft?.classes };
    screen.keep({ selected: "results", draft: { ...screen.desk.draft, classes: chosen } });
    const known = shown(screen.state.round).filter((hand) => hand.seat in chosen && (!value || hand.decision !== "play"));
    if (known.length) screen.sendBeside(...known.map((hand) => ["enter_result", entry(screen, hand, null)]));
  };
  return html`<div class="result-row result-bank" role="group" aria-label=${gettext("Qualifies")}>
    <span class="result-who">${gettext("Qualifies")}</span>${key(true, gettext("Yes"))}${key(false, gettext("No"))}
  </div>`;
}

/** Sends; classes that are chosen and not entered yet stay chosen. */
async function sendKeeping(screen, ...commands) {
  const before = screen.desk.draft?.classes;
  const done = await screen.send(...commands);
  if (done && before && screen.state.round.phase === "reveal") {
    const { draft } = screen.desk;
    screen.keep({ selected: "results", draft: { ...draft, classes: { ...before, ...draft?.classes } } });
  }
  return done;
}

function row(screen, hand) {
  const bonus = classPays(screen.state, hand);
  const seat = fill(gettext("Seat %(seat)s"), hand);
  return html`<div class="result-row" role="group" aria-label=${seat}>
    ${bonus
      ? html`<button type="button" class="btn result-seat" aria-pressed=${screen.desk.draft?.seat === hand.seat ? "true" : "false"}
          aria-label=${`${seat}: ${paidWords(screen, hand)}`}
          @click=${() => screen.change({ selected: "results", draft: { ...screen.desk.draft, seat: hand.seat } })}>${fill(gettext("%(seat)s B"), hand)}</button>`
      : html`<span class="result-who">${hand.seat}</span>`}
    ${hand.decision === "play" ? (screen.state.round.bank.qualifies === false ? html`<span class="result-word">${gettext("ante paid, play back")}</span>` : resultKeys(screen, hand)) : html`<span class="muted result-word">${hand.decision === "fold" ? gettext("folded, the 6-card wager stays") : gettext("no ante")}</span>`}
  </div>`;
}

/** Win, lose, push: for a hand that is compared with the bank's. */
function resultKeys(screen, hand) {
  const { qualifies } = screen.state.round.bank;
  const entered = hand.entered?.result ?? null;
  const press = (result) => {
    if (!qualifies) return screen.refuse(fill(gettext("First: does the %(bank)s qualify?"), { bank: bankWord(screen.state.table) }));
    if (result === "lose" && classOf(screen, hand, "hand_class") === ROYAL) return screen.refuse(UNBEATEN);
    // A tap on Qualifies may be on its way yet: what it changed is known when it is this one's turn.
    const late = () => (screen.state.round.bank.qualifies ? [["enter_result", entry(screen, hand, result)]] : []);
    late.key = `result ${hand.seat} ${result}`;
    return sendKeeping(screen, late);
  };
  return RESULTS.map(([result, label]) => html`<button type="button" class="btn result-key" aria-pressed=${entered === result ? "true" : "false"}
    aria-disabled=${qualifies ? "false" : "true"} @click=${() => press(result)}>${label}</button>`);
}

/** What a hand is paid on (`field` is hand_class or six_card_class): as chosen here, else as
 * entered; null where it loses. */
function classOf(screen, hand, field) {
  const chosen = screen.desk.draft?.classes?.[hand.seat] ?? {};
  return field in chosen ? chosen[field] : (hand.entered?.[field] ?? null);
}

const entry = (screen, hand, result) => ({
  seat: hand.seat,
  result,
  hand_class: classOf(screen, hand, "hand_class"),
  six_card_class: classOf(screen, hand, "six_card_class"),
});

function paidWords(screen, hand) {
  const { side, six } = paysOn(screen.state, hand);
  const words = [];
  if (side) words.push(paidOn(sideWord(screen.state.table), classOf(screen, hand, "hand_class")));
  if (six) words.push(paidOn(sixWord(), classOf(screen, hand, "six_card_class")));
  return words.join(", ");
}

const paidOn = (wager, name) => (name ? `${wager} ${HANDS[name]}` : fill(gettext("%(wager)s loses"), { wager }));

const sideWord = (table) => WAGERS[table.side].toLowerCase();
const sixWord = () => WAGERS[SIX].toLowerCase();

/** Under the felt: what the tapped seat is paid on by its cards. */
function classes(screen, hands) {
  const { table } = screen.state;
  const hand = hands.find((each) => each.seat === screen.desk.draft?.seat);
  if (!hand || !classPays(screen.state, hand)) {
    return hands.some((each) => classPays(screen.state, each))
      ? html`<p class="muted">${fill(gettext("A %(wager)s that hits: tap its seat (B), then its class. Else it loses."), { wager: sideWord(table) })}</p>`
      : nothing;
  }
  const choose = (field) => (name) => {
    const { classes: chosen } = screen.desk.draft ?? {};
    const draft = { ...screen.desk.draft, classes: { ...chosen, [hand.seat]: { ...chosen?.[hand.seat], [field]: name } } };
    if (name === ROYAL && hand.entered?.result === "lose") return screen.refuse(UNBEATEN);
    screen.change({ selected: "results", draft });
    const late = () => {
      const now = shown(screen.state.round).find((each) => each.seat === hand.seat);
      const { qualifies } = screen.state.round.bank;
      const result = now?.entered?.result ?? null;
      const known = now && (qualifies === false || (qualifies && (result || now.decision !== "play")));
      return known ? [["enter_result", entry(screen, now, result)]] : [];
    };
    late.key = `class ${hand.seat} ${field} ${name}`;
    return screen.sendBeside(late);
  };
  const { side, six } = paysOn(screen.state, hand);
  return html`${side ? classKeys(screen, hand, "hand_class", sideWord(table), table.pays[table.side], choose("hand_class")) : nothing}
    ${six ? classKeys(screen, hand, "six_card_class", sixWord(), table.pays[SIX], choose("six_card_class")) : nothing}`;
}

function classKeys(screen, hand, field, wager, rows, choose) {
  const chosen = classOf(screen, hand, field);
  const key = (name, label) => html`<button type="button" class="btn class-key" aria-pressed=${chosen === name ? "true" : "false"}
    @click=${() => choose(name)}>${label}</button>`;
  return html`<div class="class-keys" role="group" aria-label=${fill(gettext("%(wager)s of seat %(seat)s"), { wager, seat: hand.seat })}>
    ${key(null, paidOn(wager, null))}${rows.map(([name]) => key(name, HANDS[name] ?? name))}
  </div>`;
}
