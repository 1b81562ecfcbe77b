/* One seat on the felt, upright, in the units of geometry.js: number, name and stack, cards, spots. */
import { nothing, svg } from "../vendor/lit-html.js";
import { cardRow } from "./cards.js";
import { BLOCK } from "./geometry.js";
import { fill, gettext } from "./i18n.js";
import { dollars, plain } from "./money.js";
import { textWidth } from "./text-width.js";
import { laidWagers, ribbon } from "./words.js";

const TEXT = 27; // 18 px on the dealer's screen with fourteen seats
const LEFT = -BLOCK.width / 2 + 5;
const WIDTH = BLOCK.width - 10;
const CARD = { width: 39, gap: 3, top: -9 };
const RESULT_PHASES = ["reveal", "pay", "settled"];

/** Text that fits: cut with an ellipsis rather than made too small to read. */
function fitted(text, width) {
  let shown = text;
  while (shown.length > 1 && textWidth(shown, TEXT) > width) shown = `${shown.replace(/…$/, "").slice(0, -1)}…`;
  return shown;
}

/** The size for a number: numbers are never cut, only made smaller. */
const numberSize = (text, width) => Math.min(TEXT + 1, width / textWidth(text, 1, true));

export function seatBlock(seat, hand, state, selected) {
  const { round, rotation } = state;
  const isBank = rotation?.holder === seat.seat;
  const turn = round?.phase === "decisions" && round.turn_seat === seat.seat;
  const classes = [
    "seat",
    seat.taken ? "is-taken" : "is-free",
    seat.you ? "is-you" : "",
    turn ? "is-turn" : "",
    selected ? "is-selected" : "",
    hand?.decision === "fold" ? "is-folded" : "",
  ];
  const result = hand && showsResult(hand, state) ? ribbon(hand) : null;
  return svg`<g class=${classes.filter(Boolean).join(" ")}>
    <rect class="seat-ground" x=${-BLOCK.width / 2 + 1} y=${-BLOCK.height / 2 + 1}
      width=${BLOCK.width - 2} height=${BLOCK.height - 2} rx="10"></rect>
    ${plate(seat, result)} ${secondRow(seat, result, turn, state)}
    ${isBank ? nothing : cards(hand)} ${isBank ? bankSpot() : spots(seat, hand, state)}
    ${hand ? orderMark(hand, round, seat) : nothing}
  </g>`;
}

const firstName = (name) => name?.split(" ")[0];

/** The name as staff see it: TP marks a proposition player, and who is away or expected is said. */
function staffName(seat) {
  if (!seat.taken) return seat.reserved_name ? fill(gettext("for %(name)s"), { name: firstName(seat.reserved_name) }) : gettext("free");
  if (!seat.name) return "";
  const signs = [seat.tppps && gettext("TP"), seat.away && gettext("away"), firstName(seat.name)];
  return signs.filter(Boolean).join(" ");
}

function plate(seat, result) {
  const name = seat.you ? gettext("you") : staffName(seat);
  return svg`<rect class="seat-plate" x=${LEFT} y="-79" width="38" height="34" rx="6"></rect>
    <text class="seat-number" x=${LEFT + 19} y="-52" font-size=${numberSize(String(seat.seat), 34)}>${seat.seat}</text>
    ${result?.back
      ? tab(result.text, `tab-${result.tone}`, { x: LEFT + 42, y: -78 })
      : svg`<text class="seat-name" x=${LEFT + 44} y="-53" font-size=${TEXT}>${fitted(name, WIDTH - 42)}</text>`}`;
}

/** The row under the name: whose turn it is, or the result, or the stack. */
function secondRow(seat, result, turn, state) {
  // Beside a name there is no room for the order of action: it stands at the end of this row.
  const beside = { x: LEFT, y: -42, most: seat.name || seat.you ? WIDTH - 37 : WIDTH };
  if (turn) return tab(gettext("turn"), "tab-turn", beside);
  if (result) return result.back ? tab(result.back, "tab-even") : tab(result.text, `tab-${result.tone}`, beside);
  if (seat.lacks) return tab(`−${dollars(seat.lacks)}`, "tab-loss", beside);
  // Once the order of action stands here, the stack makes room for it.
  if (!seat.taken || seat.stack === undefined || (state.round?.button_seat && state.rotation?.holder !== seat.seat)) return nothing;
  const text = dollars(seat.stack);
  return svg`<text class="seat-stack" x=${LEFT} y="-18" font-size=${numberSize(text, WIDTH)}>${text}</text>`;
}

function showsResult(hand, state) {
  return hand.decision === "fold" || RESULT_PHASES.includes(state.round.phase);
}

function tab(text, tone, { x = LEFT, y = -42, most = LEFT + WIDTH - x } = {}) {
  const size = numberSize(text, most - 8);
  const width = Math.min(textWidth(text, size, true) + 14, most);
  return svg`<g class="tab ${tone}"><rect x=${x} y=${y} width=${width} height="32" rx="5"></rect>
    <text x=${x + width / 2} y=${y + 26} font-size=${size}>${text}</text></g>`;
}

function cards(hand) {
  return svg`<g class="seat-cards">${cardRow(hand?.cards, LEFT, CARD.top, CARD.width, CARD.gap)}</g>`;
}

/** First action: the blue triangle A. The others: a small number, how many act before and he. */
function orderMark(hand, round, seat) {
  const wide = Boolean(ribbon(hand)?.back);
  if (round.button_seat === seat.seat) {
    const y = seat.name || seat.you ? (wide ? -104 : -46) : -82;
    return svg`<g class="action-button" transform="translate(${BLOCK.width / 2 - 26} ${y})">
      <path d="M0 0L25 42H-25Z"></path><text y="37" font-size="25">${gettext("A")}</text></g>`;
  }
  if (!hand.place || !round.button_seat || wide) return nothing;
  const y = seat.name || seat.you ? -26 : -62;
  return svg`<g class="order-mark" transform="translate(${BLOCK.width / 2 - 21} ${y})">
    <circle r="17"></circle><text y="9" font-size="25">${hand.place}</text></g>`;
}

function bankSpot() {
  return svg`<text class="seat-bank" y="10" font-size=${TEXT}>${gettext("bank")}</text>`;
}

function spots(seat, hand, state) {
  if (!seat.taken && !hand) return nothing;
  const betting = state.round?.phase === "betting";
  const ghost = betting && seat.last_bets && !hand ? seat.last_bets : {};
  const wagers = hand ? laidWagers(hand) : {};
  const kinds = ["ante", "play", ...state.table.kinds.filter((kind) => kind !== "ante")];
  const wide = plain(wagers.ante ?? ghost.ante ?? 0).length > 2;
  const places = kinds.length > 3 ? FOUR : wide ? WIDE : EVEN;
  return svg`<g transform="translate(0 65)">
    ${kinds.map((kind, i) => spot(kind, wagers[kind], ghost[kind], hand, places[i]))}
  </g>`;
}

const ellipse = (half) => svg`<ellipse class="spot" rx=${half} ry="18"></ellipse>`;
const square = (half) => svg`<rect class="spot" x=${-half} y="-18" width=${2 * half} height="36" rx="5"></rect>`;
const hexagon = (half) => svg`<path class="spot" d="M${-half} 0L${9 - half} -18H${half - 9}L${half} 0L${half - 9} 18H${9 - half}Z"></path>`;
const octagon = (half) => svg`<path class="spot" d="M${-half} -9L${9 - half} -18H${half - 9}L${half} -9V9L${half - 9} 18H${9 - half}L${-half} 9Z"></path>`;
const SHAPES = { ante: ellipse, play: square, six_card_bonus: octagon };

/** The outline of a wager's spot; `half` is half its width where that varies. */
export const spotShape = (kind, half = 20) => (SHAPES[kind] ?? hexagon)(half);

// Where the spots lie, in the order of the layout: ante, play, and the wagers beside them.
const EVEN = [
  { x: -42, width: 41, half: 22 },
  { x: 1.5, width: 38, half: 20 },
  { x: 43, width: 35, half: 20 },
];
// The play wager always equals the ante: a long amount is written once, and large enough to read.
const WIDE = [{ x: -34, width: 60, half: 31 }, { x: 10, width: 22, half: 13, text: "=" }, EVEN[2]];
const FOUR = [
  { x: -43, width: 38, half: 20 },
  { x: -13, width: 14, half: 8, text: "=" },
  { x: 14, width: 31, half: 17 },
  { x: 47, width: 29, half: 15 },
];

function spot(kind, cents, ghost, hand, { x, width, half, text: fixed }) {
  const shape = spotShape(kind, half);
  const text = cents ? (fixed ?? plain(cents)) : ghost ? plain(ghost) : "";
  const line = hand?.lines?.find((each) => each.kind === kind);
  const state = cents ? (line?.coverage === "none" ? "spot-returned" : "spot-bet") : ghost ? "spot-ghost" : "spot-empty";
  return svg`<g class=${state} transform="translate(${x} 0)">${shape}
    <text y="9" font-size=${text ? numberSize(text, width) : TEXT}>${text}</text></g>`;
}
