/* The room's words for what the state frames carry. */
import { dollars, plain, signed } from "./money.js";

export const WAGERS = {
  ante: "Ante",
  play: "Play",
  bonus: "Bonus",
  pair_plus: "Pair Plus",
  ante_bonus: "Ante Bonus",
  six_card_bonus: "6-Card",
};

export const HANDS = {
  high_card: "high card",
  pair: "pair",
  flush: "flush",
  straight: "straight",
  three_of_a_kind: "three of a kind",
  straight_flush: "straight flush",
  royal_flush: "royal flush",
  full_house: "full house",
  four_of_a_kind: "four of a kind",
  six_card_royal: "six-card royal",
  six_card_royal_diamonds: "six-card royal, diamonds",
};

/** Who banks a table, as a word: a seated player, or the house by its dealer. */
export const houseBanks = (table) => table.bank === "house";
export const bankWord = (table) => (houseBanks(table) ? "dealer" : "player-dealer");

export const PHASES = {
  betting: "Betting",
  deal: "No more bets",
  decisions: "Decisions",
  reveal: "Cards up",
  pay: "Pay",
  settled: "Settled",
  void: "Void",
};

export const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"];
export const SUITS = ["s", "h", "d", "c"];
export const SUIT_SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const SUIT_WORDS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const RANK_WORDS = { T: "ten", J: "jack", Q: "queen", K: "king", A: "ace" };

export const ANSWERS = {
  accepted: "Accepts",
  declined: "Declines",
  absent: "Absent",
  cannot: "Short of chips",
};
export const ANSWERED = {
  accepted: "accepted",
  declined: "declined",
  absent: "was absent",
  cannot: "was short of chips",
};

export const rankFace = (rank) => (rank === "T" ? "10" : rank);

/** A card as text: `10♣`; its rank alone where that is all that is known. */
export const cardFace = (card) => rankFace(card[0]) + (SUIT_SIGNS[card[1]] ?? "");

/** A card as speech: `ten of clubs`. */
export const cardWords = (card) =>
  (RANK_WORDS[card[0]] ?? card[0]) + (card[1] ? ` of ${SUIT_WORDS[card[1]]}` : "");

/** `1st`, `2nd`, `3rd`, `11th`. */
export function ordinal(n) {
  const teen = n % 100 >= 11 && n % 100 <= 13;
  return `${n}${(!teen && { 1: "st", 2: "nd", 3: "rd" }[n % 10]) || "th"}`;
}

/** A hand's wagers as they lie on the layout: whoever plays has a play wager equal to his ante. */
export function laidWagers(hand) {
  const laid = { ...hand.wagers };
  if (hand.decision === "play" && laid.play === undefined) laid.play = laid.ante;
  return laid;
}

/** Stakes that came back because the cover did not reach them, in cents. */
export function sentBack(hand) {
  const uncovered = (line) =>
    line.coverage === "none" ||
    (line.coverage === "partial" && ["lose", "forfeit"].includes(line.outcome));
  return (hand.lines ?? []).filter(uncovered).reduce((sum, line) => sum + line.returned, 0);
}

/** The ribbon of a hand: a sign or a word, never a colour alone. Null while there is none. */
export function ribbon(hand) {
  if (hand.decision === "fold" && hand.net === null) return { text: "fold", tone: "even" };
  if (hand.net === null || hand.net === undefined) {
    const word = { win: "win", lose: "lose", push: "push", fold: "fold", no_contest: "no contest" };
    if (hand.result === "bank_not_qualified") return { text: "ante pays", tone: "win" };
    return hand.result ? { text: word[hand.result] ?? hand.result, tone: "even" } : null;
  }
  const back = sentBack(hand);
  const tone = hand.net > 0 ? "win" : hand.net < 0 ? "loss" : "even";
  if (back && hand.net === 0) return { text: `back ${plain(back)}`, tone };
  if (back) return { text: signed(hand.net), back: `back ${plain(back)}`, tone };
  if (hand.net === 0 && hand.result === "push") return { text: "push", tone };
  return { text: signed(hand.net), tone };
}

/** One wager's result in two words: `+20`, `−20`, `push`, `back 20`. */
export function lineResult(line) {
  if (line.outcome === "push") return "push";
  if (line.outcome === "refund") return `back ${plain(line.stake)}`;
  if (line.coverage === "none") return `back ${plain(line.returned)}`;
  const net = line.paid - line.taken;
  if (line.coverage === "partial" && line.taken) return `−${plain(line.taken)}, back ${plain(line.returned)}`;
  return signed(net);
}

const COVER = { full: "covered", partial: "partly covered", none: "not covered", none_needed: "" };
export const coverWord = (line) => COVER[line.coverage] ?? "";

/** The three cards of a hand, spoken. */
function spokenCards(cards) {
  if (!cards) return "";
  const up = cards.filter(Boolean).map(cardWords);
  const down = cards.length - up.length;
  const parts = [...up];
  if (down) parts.push(down === 1 ? "one card down" : `${down} cards down`);
  return parts.join(", ");
}

/** Everything about a seat in one spoken sentence, for screen readers. */
export function seatSpeech(seat, hand, state) {
  const { round, rotation } = state;
  const parts = [`Seat ${seat.seat}`];
  if (seat.name) parts.push(seat.name);
  else if (seat.you) parts.push("you");
  else if (!seat.taken) parts.push("free");
  if (rotation?.holder === seat.seat) parts.push("player-dealer");
  if (seat.stack !== undefined && seat.taken) parts.push(`stack ${dollars(seat.stack)}`);
  if (seat.lacks) parts.push(`bets ${dollars(seat.lacks)} more than he has`);
  if (hand) {
    if (round.button_seat === seat.seat) parts.push("action button");
    if (hand.place && !houseBanks(state.table)) parts.push(`acts ${ordinal(hand.place)}`);
    for (const [kind, cents] of Object.entries(laidWagers(hand))) {
      if (cents) parts.push(`${WAGERS[kind] ?? kind} ${dollars(cents)}`);
    }
    if (hand.cards) parts.push(spokenCards(hand.cards));
    if (hand.decision === "fold") parts.push("folded");
    if (round.turn_seat === seat.seat && round.phase === "decisions") parts.push("to decide now");
    const result = ribbon(hand);
    if (result && hand.net !== null) {
      parts.push(result.text.replace("+", "wins ").replace("−", "loses "));
      if (result.back) parts.push(result.back);
    }
  }
  return `${parts.join(", ")}.`;
}

/** A time of day by the room's clock. */
export function roomTime(moment, seconds = true) {
  return new Date(moment).toLocaleTimeString("en-GB", {
    timeZone: document.documentElement.dataset.timeZone || undefined,
    hour: "2-digit",
    minute: "2-digit",
    ...(seconds ? { second: "2-digit" } : {}),
  });
}

/** Hands (or seats) clockwise, the first to the bank's left first; the house stands before seat 1. */
export function fromTheLeftOfTheBank(hands, bankSeat) {
  const after = hands.filter((hand) => hand.seat > bankSeat);
  const before = hands.filter((hand) => hand.seat < bankSeat);
  return [...after, ...before];
}
