/* A player's own cards. Where the room wants it they lie face down until he holds them. */
import { html, nothing, svg } from "../vendor/lit-html.js";
import { cardRow } from "./cards.js";
import { fill, gettext } from "./i18n.js";
import { cardWords } from "./words.js";

const DOWN = [null, null, null];
let held = false;
let redraw = () => {};

/** Tells who draws the page when a finger comes down on the cards or goes. */
export function onHold(draw) {
  redraw = draw;
}

function hold(down) {
  if (held === down) return;
  held = down;
  redraw();
}

/** Whether the cards at the seat lie face down until he holds them. */
export const isCovered = ({ table, round }) => table.hold_to_show && round?.phase === "decisions" && !held;

/** The state as the felt may draw it: what is covered at the seat is not open beside it. */
export function coveredState(state) {
  if (!isCovered(state)) return state;
  const own = new Set(state.seats.filter((seat) => seat.you).map((seat) => seat.seat));
  const cover = (hand) => (own.has(hand.seat) && hand.cards ? { ...hand, cards: DOWN } : hand);
  return { ...state, round: { ...state.round, hands: state.round.hands.map(cover) } };
}

const isKey = (event) => event.key === " " || event.key === "Enter";

/** The cards, or nothing before the deal. `covered`: only while they are held. */
export function ownCards(row, covered = false) {
  if (!row) return nothing;
  if (!covered) return picture(row);
  const down = (event) => {
    if (event.key && !isKey(event)) return;
    event.preventDefault();
    hold(true);
  };
  const up = () => hold(false);
  return html`<button type="button" class="own-hold" aria-pressed=${held ? "true" : "false"}
      @pointerdown=${down} @pointerup=${up} @pointercancel=${up} @pointerleave=${up}
      @keydown=${down} @keyup=${up} @blur=${up} @contextmenu=${(event) => event.preventDefault()}>
      ${picture(held ? row : DOWN)}
      <span>${held ? gettext("Let go to hide your cards") : gettext("Hold to see your cards")}</span>
    </button>`;
}

function picture(row) {
  const spoken = row.map((card) => (card ? cardWords(card) : gettext("a card face down"))).join(", ");
  const label = fill(gettext("Your cards: %(cards)s"), { cards: spoken });
  return html`<svg class="own-cards" viewBox="0 0 320 142" role="img" aria-label=${label}>${svg`${cardRow(row, 4, 1, 100, 6)}`}</svg>`;
}
