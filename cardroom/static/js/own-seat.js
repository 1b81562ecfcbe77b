/* The upper part of a seat's display: what one player needs to know now. */
import { html, nothing, svg } from "../vendor/lit-html.js";
import { cardRow } from "./cards.js";
import { dollars, plain, signed } from "./money.js";
import { bankWord, cardWords, coverWord, HANDS, houseBanks, laidWagers, lineResult, ordinal, WAGERS } from "./words.js";

const BETWEEN = [undefined, "settled", "void"];
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** What a display shows of its player: his seat, or both of the positions that he plays. */
export function ownSeats(state, number) {
  const own = state.seats.filter((seat) => seat.you).map((seat) => seat.seat);
  if (own.length < 2) return ownSeat(state, number);
  return own.map((each) => html`<section class="own-position" aria-label="Seat ${each}"><h2>Seat ${each}</h2>${ownSeat(state, each)}</section>`);
}

/** One seat: a free one, the player-dealer, a hand, or a seat that waits. */
function ownSeat(state, number) {
  const seat = state.seats[number - 1];
  if (state.table.status !== "open") {
    return html`<p class="empty"><strong>This table is closed.</strong> Ask the floor which table is open.</p>`;
  }
  if (!seat?.taken) {
    return html`<p class="empty"><strong>Seat ${number} is free.</strong> Ask the floor to be seated, with chips from the cage.</p>`;
  }
  const { round } = state;
  const hand = round?.hands.find((each) => each.seat === number);
  if (round?.bank?.seat === number && round.phase !== "void") return bank(state, seat);
  if (hand && round.phase !== "void") return ownHand(state, seat, hand);
  return waiting(state, seat);
}

// -- A seat without a bet --------------------------------------------------------------------------

function waiting(state, seat) {
  const { round, table, rotation } = state;
  const phase = round?.phase;
  let now = "You sit this hand out.";
  if (phase === "void") now = "The last round is void. Every wager came back.";
  else if (phase === "betting") now = "Betting is open.";
  else if (BETWEEN.includes(phase)) now = "The next round opens soon.";
  return html`<div class="own">
    <p class="own-now">${now}</p>
    ${phase === "betting" && !houseBanks(table) ? html`<p>${anteFee(table)}</p>` : nothing}
    ${buttonOffer(state, seat)}
    ${stackLine(seat)}
  </div>
  ${rotation.holder ? nothing : html`<p class="muted">${rotation.sentence}</p>`}`;
}

/** What an ante costs here, before it is bet. */
function anteFee(table) {
  const lines = table.fees.filter((line) => line.payer === "player" && line.wager === "ante");
  if (!lines.length) return "There is no fee on an ante.";
  return `Fee with an ante: ${lines.map((line) => `${dollars(line.fee)} for $${plain(line.from)}–${plain(line.to)}`).join(", ")}.`;
}

/** Said when the button comes to this seat next: what taking it would cost. */
function buttonOffer({ rotation, table }, seat) {
  if (rotation.next_offer !== seat.seat) return nothing;
  const fees = table.fees.filter((line) => line.payer === "bank").map((line) => line.fee);
  const range = [Math.min(...fees), Math.max(...fees)];
  const fee = !fees.length ? "no fee" : range[0] === range[1] ? dollars(range[0]) : `${dollars(range[0])} to ${dollars(range[1])}`;
  const least = table.limits.bank?.[0];
  return html`<p class="own-offer">${rotation.offer_due || !rotation.holder ? "The button is offered to you." : "The button is offered to you next."}
    Taking it costs ${fee} a hand${least ? `; W is at least ${dollars(least)}` : ""}.</p>`;
}

// -- The player-dealer -----------------------------------------------------------------------------

function bank(state, seat) {
  const { round, rotation } = state;
  const { bank: own } = round;
  const fee = round.fees.filter((each) => each.seat === seat.seat).reduce((sum, each) => sum + each.cents, 0);
  const known = own.net !== null && own.net !== undefined;
  return html`<div class="own">
    <p class="own-now"><span class="disc" aria-hidden="true">D</span> You are the player-dealer${rotation.hands_left === 1 && !rotation.offer_due ? ", last hand before the next offer" : ""}.</p>
    <div class="own-spots"><div class="own-spot"><span class="own-kind">W</span><strong>${own.wager ? dollars(own.wager) : "–"}</strong></div></div>
    ${round.phase === "betting" ? html`<p>${fee ? `Fee as the bets stand: ${dollars(fee)}, taken before the deal.` : "No bets yet."}</p>` : nothing}
    ${cards(own.cards)}
    ${known
      ? html`<p class="own-sentence">${capital(HANDS[own.hand] ?? own.hand)}: ${own.qualifies ? "you qualify" : "you do not qualify"}.${own.exhausted ? " W ran out." : ""}</p>
          <table class="own-lines"><tbody>
            <tr><th scope="row">Taken</th><td class="own-result">${signed(own.taken)}</td><td></td></tr>
            <tr><th scope="row">Paid</th><td class="own-result">${own.paid ? `−${plain(own.paid)}` : "0"}</td><td></td></tr>
          </tbody></table>`
      : nothing}
    ${foot(seat, known ? own.net : null, round)}
  </div>`;
}

// -- A hand ------------------------------------------------------------------------------------------

function ownHand(state, seat, hand) {
  const { round, table } = state;
  const known = hand.net !== null && hand.net !== undefined;
  return html`<div class="own">
    <p class="own-now">${nowWords(state, hand)}</p>
    ${spots(hand, table)}
    ${round.phase === "betting" && !houseBanks(table) ? feeDue(state, seat) : nothing}
    ${cards(hand.cards)}
    ${known ? html`<p class="own-sentence">${handSentence(hand, state)}</p>` : nothing}
    ${known ? lines(hand, table) : nothing}
    ${foot(seat, known ? hand.net : null, round)}
  </div>`;
}

function nowWords({ round, table, seats }, hand) {
  if (round.phase === "betting") return round.bank.wager ? `Betting is open. W is ${dollars(round.bank.wager)}.` : "Betting is open.";
  if (round.phase === "deal") return "No more bets. Cards are coming.";
  const place = hand.place && !houseBanks(table) ? `You act ${ordinal(hand.place)}.` : "";
  if (hand.decision === "fold" && !["pay", "settled"].includes(round.phase)) return `You folded. ${place}`;
  if (round.phase === "decisions" && round.turn_seat === hand.seat) return `Your turn: play or fold. ${place}`;
  if (round.phase === "decisions" && hand.decision === "play") return `The dealer sees: PLAY. ${place}`;
  if (round.phase === "decisions" && hand.wagers.ante && seats[round.turn_seat - 1]?.you) {
    return `First decide at seat ${round.turn_seat}, then look at this hand.`;
  }
  if (houseBanks(table)) return houseWords(round, hand);
  if (round.bank.exhausted) return `${place} W ran out.`;
  const left = round.cover_left;
  return left === null || left === undefined ? place : `${place} ${dollars(left)} of W is left.`;
}

/** Where the house banks there is no order of action and no cover to tell of. */
function houseWords(round, hand) {
  if (round.phase === "decisions") return hand.wagers.ante ? `Seat ${round.turn_seat} decides now.` : "The others decide. You have nothing to decide.";
  if (round.phase === "reveal") return "All have decided. The dealer’s hand is next.";
  return `The dealer ${HANDS[round.bank.hand] ? `has ${HANDS[round.bank.hand]} and ` : ""}${round.bank.qualifies ? "qualifies" : "does not qualify"}.`;
}

function spots(hand, table) {
  const laid = laidWagers(hand);
  const kinds = ["ante", "play", ...table.kinds.filter((kind) => kind !== "ante")];
  return html`<div class="own-spots ${kinds.length > 3 ? "own-spots-four" : ""}">${kinds.map((kind) => html`<div class="own-spot own-spot-${kind} ${laid[kind] ? "" : "is-empty"}">
    <span class="own-kind">${WAGERS[kind]}</span><strong>${laid[kind] ? dollars(laid[kind]) : "–"}</strong></div>`)}</div>`;
}

function feeDue({ round }, seat) {
  const cents = round.fees.filter((fee) => fee.seat === seat.seat).reduce((sum, fee) => sum + fee.cents, 0);
  return html`<p>${cents ? `Fee for this hand: ${dollars(cents)}, taken before the deal.` : "No fee on this hand."}</p>`;
}

function cards(row) {
  if (!row) return nothing;
  const spoken = row.map((card) => (card ? cardWords(card) : "a card face down")).join(", ");
  return html`<svg class="own-cards" viewBox="0 0 320 142" role="img" aria-label=${spoken}>${svg`${cardRow(row, 4, 1, 100, 6)}`}</svg>`;
}

/** `Pair beats high card.` */
function handSentence(hand, { round, table }) {
  const who = bankWord(table);
  if (hand.decision === "fold") return "You folded.";
  const mine = capital(HANDS[hand.hand] ?? "your hand");
  const his = HANDS[round.bank.hand] ?? "hand";
  if (hand.result === "bank_not_qualified") return `${mine}. The ${who} does not qualify.`;
  const verb = { win: "beats", lose: "loses to", push: "ties" }[hand.result];
  return verb ? `${mine} ${verb} the ${who}’s ${his}.` : `${mine}.`;
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
    <strong class="own-net">${net === null ? nothing : netWords(net)} ${net !== null && !round.final ? html`<span class="tag tag-needs">not final</span>` : nothing}</strong>
    ${stackLine(seat)}
  </div>`;
}

function netWords(net) {
  if (net === 0) return "Even";
  return net > 0 ? `You win ${dollars(net)}` : `You lose ${dollars(-net)}`;
}

function stackLine(seat) {
  if (seat.stack === undefined) return nothing;
  return html`<p class="own-stack"><span class="muted">stack</span> <strong>${dollars(seat.stack)}</strong></p>`;
}
