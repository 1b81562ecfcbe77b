/* The deal and the reveal: by one key at an electronic table, by the keypad where hands deal. */
import { html, nothing } from "../../vendor/lit-html.js";
import { fill, gettext, ngettext } from "../i18n.js";
import { keypad, usedCards } from "../keypad.js";
import { cardFace, houseBanks } from "../words.js";
import * as results from "./results.js";

const HAND = 3;
const ONE_COLUMN = 8;

// -- The deal --------------------------------------------------------------------------------------

export function deal(screen) {
  const { state } = screen;
  const seats = state.round.hands.length;
  const locked = houseBanks(state.table) ? gettext("Bets are locked.") : gettext("Bets are locked, fees are taken.");
  const dealt = ngettext("%(seats)s player is dealt in.", "%(seats)s players are dealt in.", seats);
  const facts = html`<p class="dealer-sentence">${locked} ${fill(dealt, { seats })}</p>`;
  if (state.table.source === "electronic") {
    return {
      title: gettext("Deal"),
      body: facts,
      next: {
        label: gettext("Deal"),
        why: screen.can("deal") ? "" : gettext("not yet"),
        run: () => screen.send(["deal", {}]),
      },
    };
  }
  return results.hasResults(state) ? results.upCard(screen, facts) : keyUpCard(screen, facts);
}

/** The up-card by keypad; keyed again, it moves the action button. */
function keyUpCard(screen, facts = nothing) {
  const { state } = screen;
  const card = screen.desk.cards?.up ?? null;
  return {
    title: gettext("Up-card"),
    body: html`${facts}<p>${state.round.bank.face_up ? fill(gettext("The up-card was keyed as %(card)s. Key the right one."), { card: cardFace(state.round.bank.face_up) }) : gettext("Deal three cards to each, one of the player-dealer’s face up. Key that card.")}</p>
      <p class="keyed">${card ? faces([card]) : "–"}</p>`,
    tray: keypad({
      rank: screen.desk.cards?.rank ?? null,
      used: usedCards(state.round, "bank", []),
      decks: state.table.decks,
      onRank: (rank) => screen.change({ cards: { rank, up: null } }),
      onCard: (up) => screen.change({ cards: { rank: null, up } }),
    }),
    next: {
      label: card ? fill(gettext("Up-card %(card)s"), { card: cardFace(card) }) : gettext("Up-card"),
      why: card ? "" : gettext("tap rank, then suit"),
      run: () => screen.send(["show_up_card", { card }]),
    },
  };
}

// -- The reveal ------------------------------------------------------------------------------------

export function reveal(screen) {
  if (screen.state.table.source === "electronic") {
    return {
      title: gettext("Cards up"),
      body: html`<p class="dealer-sentence">${gettext("All have decided. The cards are turned over next.")}</p>`,
      next: {
        label: gettext("Turn the cards"),
        why: screen.can("reveal") ? "" : gettext("not yet"),
        run: () => screen.send(["reveal", {}]),
      },
    };
  }
  return results.hasResults(screen.state) ? results.panel(screen) : keyHands(screen);
}

/** Whose cards are still to be keyed: the bank's first, then the hands in their order. A folded one
 * is shown where a 6-card wager is on it. */
function handsToKey(round, table) {
  const bank = { who: "bank", name: houseBanks(table) ? gettext("Dealer") : gettext("Player-dealer"), cards: round.bank.cards ?? [] };
  const bySeat = new Map(round.hands.map((hand) => [hand.seat, hand]));
  const order = round.order.length ? round.order : [...bySeat.keys()];
  const stayed = order.map((seat) => bySeat.get(seat)).filter((hand) => hand && (hand.decision !== "fold" || hand.wagers.six_card_bonus));
  return [bank, ...stayed.map((hand) => ({ who: hand.seat, name: fill(gettext("Seat %(seat)s"), hand), cards: hand.cards ?? [] }))];
}

const known = (hand) => hand.cards.filter(Boolean);
const isKeyed = (hand) => known(hand).length === HAND;

/** Whether a hand's cards (in the decisions: the up-card) can be keyed now, or keyed again. */
export function canKey(state, who) {
  const { round, can } = state;
  if (!round) return false;
  if (round.phase === "decisions") return who === "bank" && can.includes("show_up_card");
  if (results.hasResults(state)) return who === "results" && round.phase === "pay" && can.includes("enter_result");
  const command = who === "bank" ? "enter_bank_hand" : "enter_hand";
  return can.includes(command) && handsToKey(round, state.table).some((hand) => hand.who === who);
}

/** A tap on a hand on the felt: its cards are keyed next; the same tap again leaves it. */
export function tapHand(screen, who) {
  const bank = screen.state.round?.bank?.seat;
  let hand = bank && who === bank ? "bank" : who;
  if (results.hasResults(screen.state) && screen.state.round?.phase === "pay") hand = "results";
  if (!canKey(screen.state, hand)) return;
  screen.change({ selected: screen.desk.selected === hand ? null : hand, cards: null });
}

export function keyAgain(screen) {
  const { state } = screen;
  if (results.hasResults(state)) return state.round.phase === "decisions" ? results.upCard(screen) : results.panel(screen);
  return state.round.phase === "decisions" ? keyUpCard(screen) : keyHands(screen);
}

function keyHands(screen) {
  const { state, desk } = screen;
  const hands = handsToKey(state.round, state.table);
  const now = hands.find((hand) => hand.who === desk.selected) ?? hands.find((hand) => !isKeyed(hand)) ?? hands[0];
  // The up-card has been keyed already: it is the first of the player-dealer's three.
  const cards = desk.cards?.cards ?? (now.who === "bank" ? [state.round.bank.face_up].filter(Boolean) : []);
  const missing = HAND - cards.length;
  const keep = (values) => screen.change({ selected: now.who, cards: { rank: null, cards, ...values } });
  return {
    title: fill(gettext("%(hand)s: three cards"), { hand: now.name }),
    body: html`<div class="keyed-now">
        <p class="keyed">${faces(cards)}${missing > 0 ? html`<span class="muted"> ${fill(gettext("%(missing)s more"), { missing })}</span>` : nothing}</p>
        <button type="button" class="btn" aria-disabled=${cards.length ? "false" : "true"}
          @click=${() => keep({ cards: cards.slice(0, -1) })}>${gettext("Take back")}</button>
      </div>
      <ol class="plain-list keyed-list ${hands.length > ONE_COLUMN ? "keyed-two" : ""}">${hands.map((hand) => keyedRow(screen, hand, now))}</ol>`,
    tray: keypad({
      rank: desk.cards?.rank ?? null,
      used: usedCards(state.round, now.who, cards),
      decks: state.table.decks,
      onRank: (rank) => (missing > 0 ? keep({ rank }) : screen.refuse(gettext("Three cards are keyed: confirm or take one back."))),
      onCard: (card) => keep({ cards: [...cards, card] }),
    }),
    next: {
      label: missing > 0 ? `${now.name}` : `${now.name} ${cards.map(cardFace).join(" ")}`,
      why: missing > 0 ? gettext("tap rank, then suit") : "",
      run: () => screen.send(now.who === "bank" ? ["enter_bank_hand", { cards }] : ["enter_hand", { seat: now.who, cards }]),
    },
  };
}

function keyedRow(screen, hand, now) {
  return html`<li><button type="button" class="btn keyed-row" aria-pressed=${hand === now ? "true" : "false"}
    @click=${() => screen.change({ selected: hand.who, cards: null })}>
    <span>${hand.who === "bank" ? gettext("Bank") : hand.name}</span><span>${isKeyed(hand) ? faces(hand.cards) : nothing}</span>
  </button></li>`;
}

const faces = (cards) =>
  cards.map((card) => html`<span class="face face-${card[1]}">${cardFace(card)}\ufe0e</span>`);
