/* The room's words for what the state frames carry. */
import { fill, gettext, ngettext } from "./i18n.js";
import { dollars, plain, signed } from "./money.js";

export const WAGERS = {
  ante: gettext("Ante"),
  play: gettext("Play"),
  bonus: gettext("Bonus"),
  pair_plus: gettext("Pair Plus"),
  ante_bonus: gettext("Ante Bonus"),
  six_card_bonus: gettext("6-Card"),
};

export const HANDS = {
  high_card: gettext("high card"),
  pair: gettext("pair"),
  flush: gettext("flush"),
  straight: gettext("straight"),
  three_of_a_kind: gettext("three of a kind"),
  straight_flush: gettext("straight flush"),
  royal_flush: gettext("royal flush"),
  full_house: gettext("full house"),
  four_of_a_kind: gettext("four of a kind"),
  six_card_royal: gettext("six-card royal"),
  six_card_royal_diamonds: gettext("six-card royal, diamonds"),
};

/** Who banks a table, as a word: a seated player, or the house by its dealer. */
export const houseBanks = (table) => table.bank === "house";
export const bankWord = (table) => (houseBanks(table) ? gettext("dealer") : gettext("player-dealer"));

export const PHASES = {
  betting: gettext("Betting"),
  deal: gettext("No more bets"),
  decisions: gettext("Decisions"),
  reveal: gettext("Cards up"),
  pay: gettext("Pay"),
  settled: gettext("Settled"),
  void: gettext("Void"),
};

export const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"];
export const SUITS = ["s", "h", "d", "c"];
export const SUIT_SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
export const SUIT_WORDS = { s: gettext("spades"), h: gettext("hearts"), d: gettext("diamonds"), c: gettext("clubs") };
const RANK_WORDS = { T: gettext("ten"), J: gettext("jack"), Q: gettext("queen"), K: gettext("king"), A: gettext("ace") };

export const ANSWERS = {
  accepted: gettext("Accepts"),
  declined: gettext("Declines"),
  absent: gettext("Absent"),
  cannot: gettext("Short of chips"),
};
export const ANSWERED = {
  accepted: gettext("accepted"),
  declined: gettext("declined"),
  absent: gettext("was absent"),
  cannot: gettext("was short of chips"),
};

export const rankFace = (rank) => (rank === "T" ? "10" : rank);

/** A card as text: `10♣`; its rank alone where that is all that is known. */
export const cardFace = (card) => rankFace(card[0]) + (SUIT_SIGNS[card[1]] ?? "");

/** A card as speech: `ten of clubs`. */
export function cardWords(card) {
  const rank = RANK_WORDS[card[0]] ?? card[0];
  return card[1] ? fill(gettext("%(rank)s of %(suit)s"), { rank, suit: SUIT_WORDS[card[1]] }) : rank;
}

/** `1st`, `2nd`, `3rd`, `11th`. */
export function ordinal(n) {
  const teen = n % 100 >= 11 && n % 100 <= 13;
  const forms = { 1: gettext("%(n)sst"), 2: gettext("%(n)snd"), 3: gettext("%(n)srd") };
  return fill((!teen && forms[n % 10]) || gettext("%(n)sth"), { n });
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

const RESULTS = {
  win: gettext("win"),
  lose: gettext("lose"),
  push: gettext("push"),
  fold: gettext("fold"),
  no_contest: gettext("no contest"),
};
const back = (cents) => fill(gettext("back %(amount)s"), { amount: plain(cents) });

/** The ribbon of a hand: a sign or a word, never a colour alone. Null while there is none. */
export function ribbon(hand) {
  if (hand.decision === "fold" && hand.net === null) return { text: gettext("fold"), tone: "even" };
  if (hand.net === null || hand.net === undefined) {
    if (hand.result === "bank_not_qualified") return { text: gettext("ante pays"), tone: "win" };
    return hand.result ? { text: RESULTS[hand.result], tone: "even" } : null;
  }
  const sent = sentBack(hand);
  const tone = hand.net > 0 ? "win" : hand.net < 0 ? "loss" : "even";
  if (sent && hand.net === 0) return { text: back(sent), tone };
  if (sent) return { text: signed(hand.net), back: back(sent), tone };
  if (hand.net === 0 && hand.result === "push") return { text: RESULTS.push, tone };
  return { text: signed(hand.net), tone };
}

/** One wager's result in two words: `+20`, `−20`, `push`, `back 20`. */
export function lineResult(line) {
  if (line.outcome === "push") return RESULTS.push;
  if (line.outcome === "refund") return back(line.stake);
  if (line.coverage === "none") return back(line.returned);
  const net = line.paid - line.taken;
  if (line.coverage === "partial" && line.taken) return `−${plain(line.taken)}, ${back(line.returned)}`;
  return signed(net);
}

const COVER = { full: gettext("covered"), partial: gettext("partly covered"), none: gettext("not covered"), none_needed: "" };
export const coverWord = (line) => COVER[line.coverage] ?? "";

/** The three cards of a hand, spoken. */
function spokenCards(cards) {
  if (!cards) return "";
  const up = cards.filter(Boolean).map(cardWords);
  const down = cards.length - up.length;
  const parts = [...up];
  if (down) parts.push(fill(ngettext("one card down", "%(down)s cards down", down), { down }));
  return parts.join(", ");
}

/** `wins 45`, `loses 45`; any other result is a word already. */
function spokenResult(net, text) {
  const amount = plain(net);
  if (net > 0) return fill(gettext("wins %(amount)s"), { amount });
  return net < 0 ? fill(gettext("loses %(amount)s"), { amount }) : text;
}

/** Everything about a seat in one spoken sentence, for screen readers. */
export function seatSpeech(seat, hand, state) {
  const { round, rotation } = state;
  const parts = [fill(gettext("Seat %(seat)s"), seat)];
  if (seat.name) parts.push(seat.name);
  else if (seat.you) parts.push(gettext("you"));
  else if (!seat.taken) parts.push(gettext("free"));
  if (rotation?.holder === seat.seat) parts.push(gettext("player-dealer"));
  if (seat.stack !== undefined && seat.taken) parts.push(fill(gettext("stack %(stack)s"), { stack: dollars(seat.stack) }));
  if (seat.lacks) parts.push(fill(gettext("bets %(lacks)s more than he has"), { lacks: dollars(seat.lacks) }));
  if (hand) {
    if (round.button_seat === seat.seat) parts.push(gettext("action button"));
    if (hand.place && !houseBanks(state.table)) parts.push(fill(gettext("acts %(place)s"), { place: ordinal(hand.place) }));
    for (const [kind, cents] of Object.entries(laidWagers(hand))) {
      if (cents) parts.push(`${WAGERS[kind]} ${dollars(cents)}`);
    }
    if (hand.cards) parts.push(spokenCards(hand.cards));
    if (hand.decision === "fold") parts.push(gettext("folded"));
    if (round.turn_seat === seat.seat && round.phase === "decisions") parts.push(gettext("to decide now"));
    const result = ribbon(hand);
    if (result && hand.net !== null) {
      parts.push(spokenResult(hand.net, result.text));
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
