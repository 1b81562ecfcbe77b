/* The card keypad: a row of ranks, then a row of suits. Cards already used are greyed. */
import { html } from "../vendor/lit-html.js";
import { gettext } from "./i18n.js";
import { cardWords, rankFace, RANKS, SUITS, SUIT_SIGNS, SUIT_WORDS } from "./words.js";

/** How often each card is out, counting `draft` in place of the cards of the hand being keyed. */
export function usedCards(round, who, draft) {
  const bank = who === "bank" ? [] : (round.bank?.cards ?? []);
  const others = round.hands.filter((hand) => hand.seat !== who).flatMap((hand) => hand.cards ?? []);
  const counts = new Map();
  for (const card of [...bank, ...others, ...draft].filter(Boolean)) {
    counts.set(card, (counts.get(card) ?? 0) + 1);
  }
  return counts;
}

/** The keypad. `rank` is the rank tapped and waiting for its suit, null for none. */
export function keypad({ rank, used, decks, onRank, onCard }) {
  const gone = (card) => (used.get(card) ?? 0) >= decks;
  const rankGone = (each) => SUITS.every((suit) => gone(each + suit));
  return html`<div class="keypad">
    <div class="keypad-ranks" role="group" aria-label=${gettext("Rank")}>
      ${RANKS.map((each) => html`<button type="button" class="btn key-rank" ?disabled=${rankGone(each)}
        aria-pressed=${rank === each ? "true" : "false"} @click=${() => onRank(each)}>${rankFace(each)}</button>`)}
    </div>
    <div class="keypad-suits" role="group" aria-label=${gettext("Suit")}>
      ${SUITS.map((suit) => {
        const card = rank && rank + suit;
        return html`<button type="button" class="btn key-suit key-${suit}" ?disabled=${!rank || gone(card)}
          aria-label=${card ? cardWords(card) : SUIT_WORDS[suit]} @click=${() => onCard(card)}>
          <span aria-hidden="true">${SUIT_SIGNS[suit]}\ufe0e</span> ${SUIT_WORDS[suit]}</button>`;
      })}
    </div>
  </div>`;
}
