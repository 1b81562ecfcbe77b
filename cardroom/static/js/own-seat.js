/* The upper part of a seat's display: what one player needs to know now. */
import { html, nothing } from "../vendor/lit-html.js";
import { fill, gettext } from "./i18n.js";
import { dollars, signed } from "./money.js";
import { ownCards } from "./own-cards.js";
import { bankQuestion, decisionQuestion } from "./seat-questions.js";
import { bankWord, coverWord, HANDS, houseBanks, laidWagers, lineResult, ordinal, WAGERS } from "./words.js";

const BETWEEN = [undefined, "settled", "void"];
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** What a display shows of its player: his seat, or both of the positions that he plays. `answer`
 *  sends what he says at his seat. */
export function ownSeats(state, number, answer) {
  const own = state.seats.filter((seat) => seat.you).map((seat) => seat.seat);
  if (own.length < 2) return ownSeat(state, number, answer);
  return own.map((each) => html`<section class="own-position" aria-label=${seatName(each)}><h2>${seatName(each)}</h2>${ownSeat(state, each, answer)}</section>`);
}

const seatName = (seat) => fill(gettext("Seat %(seat)s"), { seat });

/** One seat: a free one, the player-dealer, a hand, or a seat that waits. */
function ownSeat(state, number, answer) {
  const seat = state.seats[number - 1];
  if (state.table.status !== "open") {
    return html`<p class="empty"><strong>${gettext("This table is closed.")}</strong> ${gettext("Ask the floor which table is open.")}</p>`;
  }
  if (!seat?.taken) {
    return html`<p class="empty"><strong>${fill(gettext("Seat %(seat)s is free."), { seat: number })}</strong>
      ${gettext("Ask the floor to be seated, with chips from the cage.")}</p>`;
  }
  const { round } = state;
  const hand = round?.hands.find((each) => each.seat === number);
  if (round?.bank?.seat === number && !BETWEEN.includes(round.phase)) return bank(state, seat);
  if (round?.bank?.seat === number && round.phase === "settled") return bank(state, seat, bankQuestion(state, seat, answer));
  if (hand && round.phase !== "void") return ownHand(state, seat, hand, answer);
  return waiting(state, seat, answer);
}

// -- A seat without a bet --------------------------------------------------------------------------

function waiting(state, seat, answer) {
  const { round, table, rotation } = state;
  const phase = round?.phase;
  let now = gettext("You sit this hand out.");
  if (phase === "void") now = gettext("The last round is void. Every wager came back.");
  else if (phase === "betting") now = gettext("Betting is open.");
  else if (BETWEEN.includes(phase)) now = gettext("The next round opens soon.");
  return html`<div class="own">
    <p class="own-now">${now}</p>
    ${phase === "betting" && !houseBanks(table) ? html`<p>${anteFee(table)}</p>` : nothing}
    ${bankQuestion(state, seat, answer)}
    ${stackLine(seat)}
  </div>
  ${rotation.holder ? nothing : html`<p class="muted">${rotation.sentence}</p>`}`;
}

/** What an ante costs here, before it is bet. */
function anteFee(table) {
  const lines = table.fees.filter((line) => line.payer === "player" && line.wager === "ante");
  if (!lines.length) return gettext("There is no fee on an ante.");
  const each = lines.map((line) =>
    fill(gettext("%(fee)s for %(from)s to %(to)s"), { fee: dollars(line.fee), from: dollars(line.from), to: dollars(line.to) }),
  );
  return fill(gettext("Fee with an ante: %(fees)s."), { fees: each.join(", ") });
}

// -- The player-dealer -----------------------------------------------------------------------------

function bank(state, seat, question = nothing) {
  const { round, rotation } = state;
  const { bank: own } = round;
  const fee = feeOf(round, seat);
  const known = own.net !== null && own.net !== undefined;
  const last = rotation.hands_left === 1 && !rotation.offer_due;
  return html`<div class="own">
    <p class="own-now"><span class="disc" aria-hidden="true">D</span>
      ${last ? gettext("You are the player-dealer, last hand before the next offer.") : gettext("You are the player-dealer.")}</p>
    <div class="own-spots"><div class="own-spot"><span class="own-kind">W</span><strong>${own.wager ? dollars(own.wager) : "–"}</strong></div></div>
    ${round.phase === "betting"
      ? html`<p>${fee ? fill(gettext("Fee as the bets stand: %(fee)s, taken before the deal."), { fee: dollars(fee) }) : gettext("No bets yet.")}</p>`
      : nothing}
    ${ownCards(own.cards)}
    ${known ? bankResult(own) : nothing}
    ${question}
    ${foot(seat, known ? own.net : null, round)}
  </div>`;
}

function bankResult(own) {
  const hand = capital(HANDS[own.hand] ?? own.hand ?? "");
  const verdict = own.qualifies ? gettext("You qualify.") : gettext("You do not qualify.");
  return html`<p class="own-sentence">${hand ? `${hand}. ` : ""}${verdict}${own.exhausted ? ` ${gettext("W ran out.")}` : ""}</p>
    <table class="own-lines"><tbody>
      <tr><th scope="row">${gettext("Taken")}</th><td class="own-result">${signed(own.taken)}</td><td></td></tr>
      <tr><th scope="row">${gettext("Paid")}</th><td class="own-result">${own.paid ? signed(-own.paid) : "0"}</td><td></td></tr>
    </tbody></table>`;
}

// -- A hand ------------------------------------------------------------------------------------------

function ownHand(state, seat, hand, answer) {
  const { round, table } = state;
  const known = hand.net !== null && hand.net !== undefined;
  const over = round.phase === "settled";
  return html`<div class="own">
    <p class="own-now">${nowWords(state, hand)}</p>
    ${spots(hand, table)}
    ${round.phase === "betting" && !houseBanks(table) ? html`<p>${feeWords(round, seat)}</p>` : nothing}
    ${ownCards(hand.cards, table.hold_to_show && round.phase === "decisions")}
    ${decisionQuestion(state, seat, answer)}
    ${known ? html`<p class="own-sentence">${handSentence(hand, state)}</p>` : nothing}
    ${known ? lines(hand, table) : nothing}
    ${over ? bankQuestion(state, seat, answer) : nothing}
    ${foot(seat, known ? hand.net : null, round)}
  </div>`;
}

const sentences = (...parts) => parts.filter(Boolean).join(" ");

function nowWords({ round, table, seats }, hand) {
  if (round.phase === "betting") {
    return round.bank.wager
      ? fill(gettext("Betting is open. W is %(wager)s."), { wager: dollars(round.bank.wager) })
      : gettext("Betting is open.");
  }
  if (round.phase === "deal") return gettext("No more bets. Cards are coming.");
  const place = hand.place && !houseBanks(table) ? fill(gettext("You act %(place)s."), { place: ordinal(hand.place) }) : "";
  if (hand.decision === "fold" && !["pay", "settled"].includes(round.phase)) return sentences(gettext("You folded."), place);
  if (round.phase === "decisions" && round.turn_seat === hand.seat) return sentences(gettext("Your turn: play or fold."), place);
  if (round.phase === "decisions" && hand.decision === "play") return sentences(gettext("You play."), place);
  if (round.phase === "decisions" && hand.wagers.ante && seats[round.turn_seat - 1]?.you) {
    return fill(gettext("First decide at seat %(seat)s, then look at this hand."), { seat: round.turn_seat });
  }
  if (houseBanks(table)) return houseWords(round, hand);
  if (round.bank.exhausted) return sentences(place, gettext("W ran out."));
  return sentences(place, leftWords(round, hand));
}

/** What is left of W when this hand's turn for action comes: less what those before it have used. */
function leftWords(round, hand) {
  const wager = round.bank.wager;
  if (!wager || !hand.place) return "";
  const first = round.cover.findIndex((each) => each.seat === hand.seat);
  const used = round.cover.slice(0, Math.max(first, 0)).reduce((sum, each) => sum + each.used, 0);
  const values = { left: dollars(wager - used), wager: dollars(wager) };
  return hand.net === null || hand.net === undefined
    ? fill(gettext("%(left)s of W is left."), values)
    : fill(gettext("%(left)s of W was left for you."), values);
}

/** Where the house banks there is no order of action and no cover to tell of. */
function houseWords(round, hand) {
  if (round.phase === "decisions") {
    return hand.wagers.ante
      ? fill(gettext("Seat %(seat)s decides now."), { seat: round.turn_seat })
      : gettext("The others decide. You have nothing to decide.");
  }
  if (round.phase === "reveal") return gettext("All have decided. The dealer’s hand is next.");
  const dealt = HANDS[round.bank.hand];
  if (!dealt) return round.bank.qualifies ? gettext("The dealer qualifies.") : gettext("The dealer does not qualify.");
  const said = round.bank.qualifies
    ? gettext("The dealer has %(hand)s and qualifies.")
    : gettext("The dealer has %(hand)s and does not qualify.");
  return fill(said, { hand: dealt });
}

function spots(hand, table) {
  const laid = laidWagers(hand);
  const kinds = ["ante", "play", ...table.kinds.filter((kind) => kind !== "ante")];
  return html`<div class="own-spots ${kinds.length > 3 ? "own-spots-four" : ""}">${kinds.map((kind) => html`<div class="own-spot own-spot-${kind} ${laid[kind] ? "" : "is-empty"}">
    <span class="own-kind">${WAGERS[kind]}</span><strong>${laid[kind] ? dollars(laid[kind]) : "–"}</strong></div>`)}</div>`;
}

const feeOf = (round, seat) =>
  round.fees.filter((fee) => fee.seat === seat.seat).reduce((sum, fee) => sum + fee.cents, 0);

function feeWords(round, seat) {
  const cents = feeOf(round, seat);
  return cents
    ? fill(gettext("Fee for this hand: %(fee)s, taken before the deal."), { fee: dollars(cents) })
    : gettext("No fee on this hand.");
}

/** `Pair beats the player-dealer’s high card.` */
function handSentence(hand, { round, table }) {
  if (hand.decision === "fold") return gettext("You folded.");
  const values = {
    mine: capital(HANDS[hand.hand] ?? gettext("your hand")),
    his: HANDS[round.bank.hand] ?? gettext("hand"),
    who: bankWord(table),
  };
  const said = {
    bank_not_qualified: gettext("%(mine)s. The %(who)s does not qualify."),
    win: gettext("%(mine)s beats the %(who)s’s %(his)s."),
    lose: gettext("%(mine)s loses to the %(who)s’s %(his)s."),
    push: gettext("%(mine)s ties the %(who)s’s %(his)s."),
  };
  return fill(said[hand.result] ?? gettext("%(mine)s."), values);
}

function lines(hand, table) {
  const cover = houseBanks(table) ? () => "" : coverWord;
  return html`<table class="own-lines"><tbody>
    ${hand.lines.map((line) => html`<tr><th scope="row">${WAGERS[line.kind] ?? line.kind}</th>
      <td class="own-result">${lineResult(line)}</td><td>${cover(line)}</td></tr>
      ${line.explain ? html`<tr class="own-why"><td colspan="3">${line.explain}</td></tr>` : nothing}`)}
  </tbody></table>`;
}

// -- The foot ----------------------------------------------------------------------------------------

function foot(seat, net, round) {
  return html`<div class="own-foot">
    <strong class="own-net">${net === null ? nothing : netWords(net)} ${net !== null && !round.final ? html`<span class="tag tag-needs">${gettext("not final")}</span>` : nothing}</strong>
    ${stackLine(seat)}
  </div>`;
}

function netWords(net) {
  if (net === 0) return gettext("Even");
  const said = net > 0 ? gettext("You win %(amount)s") : gettext("You lose %(amount)s");
  return fill(said, { amount: dollars(Math.abs(net)) });
}

function stackLine(seat) {
  if (seat.stack === undefined) return nothing;
  return html`<p class="own-stack"><span class="muted">${gettext("stack")}</span> <strong>${dollars(seat.stack)}</strong></p>`;
}
