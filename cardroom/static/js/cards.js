/* Cards as SVG: light faces, four colours, the suit as a drawn shape (fonts differ, and some turn
   hearts into pictures). */
import { svg, nothing } from "../vendor/lit-html.js";
import { rankFace } from "./words.js";

// Each in a box of 100 by 100.
const SUIT_SHAPES = {
  s: "M50 6C80 32 94 46 94 60C94 74 84 80 74 80C66 80 58 76 54 70C55 82 60 90 66 94L34 94C40 90 45 82 46 70C42 76 34 80 26 80C16 80 6 74 6 60C6 46 20 32 50 6Z",
  h: "M50 92C18 64 5 48 5 31C5 15 17 8 28 8C38 8 46 14 50 25C54 14 62 8 72 8C83 8 95 15 95 31C95 48 82 64 50 92Z",
  d: "M50 3L87 50L50 97L13 50Z",
  c: "M50 5A21 21 0 0 1 67 39A21 21 0 1 1 55 69C56 82 61 90 67 94L33 94C39 90 44 82 45 69A21 21 0 1 1 33 39A21 21 0 0 1 50 5Z",
};

export function suitShape(suit, x, y, size) {
  return svg`<path class="suit-${suit}" d=${SUIT_SHAPES[suit]}
    transform="translate(${x} ${y}) scale(${size / 100})"></path>`;
}

/** One card with its top left corner at (x, y); null is a card face down. */
export function cardSvg(card, x, y, width) {
  const height = width * 1.4;
  const round = width * 0.1;
  if (!card) {
    const inset = width * 0.14;
    return svg`<g class="card card-down" transform="translate(${x} ${y})">
      <rect class="card-back" width=${width} height=${height} rx=${round}></rect>
      <rect class="card-back-line" x=${inset} y=${inset} width=${width - 2 * inset}
        height=${height - 2 * inset} rx=${round / 2}></rect>
    </g>`;
  }
  const rank = rankFace(card[0]);
  return svg`<g class="card card-up" transform="translate(${x} ${y})">
    <rect class="card-face" width=${width} height=${height} rx=${round}></rect>
    <text class="card-rank suit-${card[1] ?? "s"}" x=${width / 2} y=${height * (card[1] ? 0.47 : 0.7)}
      font-size=${width * (rank.length > 1 ? 0.62 : 0.7)}>${rank}</text>
    ${card[1] ? suitShape(card[1], width * 0.25, height * 0.54, width * 0.5) : nothing}
  </g>`;
}

/** A row of cards; nothing before the deal. */
export function cardRow(cards, x, y, width, gap) {
  if (!cards) return nothing;
  return cards.map((card, i) => cardSvg(card, x + i * (width + gap), y, width));
}
