/* <cardroom-felt>: the table as its state says, seen from the house dealer.
 *
 * Set `state` (a projected state) and, where seats can be tapped, the attribute `interactive`; a tap
 * on a seat comes back as a "seat" event, one on the player-dealer's cards as "bank". Nothing here
 * decides anything: what the projection leaves out is not drawn.
 */
import { html, render, svg } from "../vendor/lit-html.js";
import { cardRow } from "./cards.js";
import { BANK, BLOCK, VIEW, seatPlaces } from "./geometry.js";
import { fill, gettext } from "./i18n.js";
import { dollars, plain } from "./money.js";
import { seatBlock, spotShape } from "./seat-block.js";
import { HANDS, houseBanks, PHASES, seatSpeech, WAGERS } from "./words.js";

const BANK_CARD = { width: 92, gap: 12 };
const CHIP_MS = 200;
const AFTER_THE_DEAL = ["decisions", "reveal", "pay", "settled"];

export class CardroomFelt extends HTMLElement {
  #state = null;
  #selected = null;

  set state(state) {
    const before = this.#state;
    this.#state = state;
    this.#draw();
    if (before && this.#justSettled(before, state)) this.#sendChips(state);
  }

  get state() {
    return this.#state;
  }

  /** The seat (or "bank") that the screen is working on; null for none. */
  set selected(selected) {
    this.#selected = selected;
    if (this.#state) this.#draw();
  }

  get #interactive() {
    return this.hasAttribute("interactive");
  }

  #draw() {
    const state = this.#state;
    const { places, scale } = seatPlaces(state.table.seats);
    const hands = new Map((state.round?.hands ?? []).map((hand) => [hand.seat, hand]));
    const seats = state.seats.map((seat, i) => {
      const hand = hands.get(seat.seat) ?? null;
      return this.#tappable(
        { name: "seat", detail: seat.seat, label: seatSpeech(seat, hand, state) },
        `translate(${places[i].x} ${places[i].y}) scale(${scale})`,
        seatBlock(seat, hand, state, this.#selected === seat.seat),
      );
    });
    render(
      html`<svg viewBox="0 0 ${VIEW.width} ${VIEW.height}" role="group"
        aria-label=${fill(gettext("%(name)s, seen from the house dealer"), state.table)} data-phase=${state.round?.phase ?? "none"}>
        ${this.#ground(state.table)} ${this.#centre(state)} ${seats} ${this.#dealerButton()}
        <g class="travelling-chips"></g>
      </svg>`,
      this,
    );
    this.#slideDealerButton(state, places, scale);
  }

  #tappable({ name, detail, label }, transform, content) {
    if (!this.#interactive) {
      return svg`<g transform=${transform} role="img" aria-label=${label}>${content}</g>`;
    }
    const tell = () => this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
    const key = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      tell();
    };
    return svg`<g class="tappable" transform=${transform} role="button" tabindex="0"
      aria-label=${label} @click=${tell} @keydown=${key}>${content}</g>`;
  }

  #ground(table) {
    const { width, height } = VIEW;
    const edge = `M2 ${height - 2}V250C2 80 130 2 300 2H${width - 300}C${width - 130} 2 ${width - 2} 80 ${width - 2} 250V${height - 2}Z`;
    return svg`<defs>
        <pattern id="felt-hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect class="hatch-ground" width="8" height="8"></rect><rect class="hatch-line" width="3" height="8"></rect>
        </pattern>
      </defs>
      <path class="felt-ground" d=${edge}></path>
      ${legend(table, height)}`;
  }

  #centre(state) {
    const round = state.round;
    if (!round) return svg`<text class="felt-empty" x=${BANK.x} y=${BANK.y}>${emptyFelt(state)}</text>`;
    const bank = round.bank ?? {};
    const cards = bank.cards ?? null;
    const width = 3 * BANK_CARD.width + 2 * BANK_CARD.gap;
    const label = bankSpeech(bank, round, state.table);
    const content = svg`
      <rect class="bank-spot ${this.#selected === "bank" ? "is-selected" : ""}" x=${-width / 2 - 14} y="-80"
        width=${width + 28} height="160" rx="12"></rect>
      ${cardRow(cards, -width / 2, -64, BANK_CARD.width, BANK_CARD.gap)}`;
    return svg`
      <text class="felt-phase" x=${BANK.x} y=${VIEW.height - 62}>${phaseWord(round)}</text>
      ${houseBanks(state.table)
        ? svg`<text class="felt-house" x=${BANK.x} y=${BANK.y - 100}>${gettext("The house banks")}</text>`
        : svg`<text class="felt-wager ${bank.wager ? "" : "is-waiting"}" x=${BANK.x} y=${BANK.y - 100}>${bank.wager ? fill(gettext("W %(wager)s"), { wager: dollars(bank.wager) }) : gettext("W not posted")}</text>`}
      ${this.#tappable({ name: "bank", detail: bank.seat, label }, `translate(${BANK.x} ${BANK.y})`, content)}
      <text class="felt-bank-hand" x=${BANK.x} y=${BANK.y + 120}>${bankLine(bank)}</text>
      <text class="felt-cover" x=${BANK.x} y=${BANK.y + 162}>${coverLine(round)}</text>`;
  }

  #dealerButton() {
    return svg`<g class="dealer-button" aria-hidden="true">
      <circle r="25"></circle><text y="11">${gettext("D")}</text>
    </g>`;
  }

  /* By a style, not an attribute: a style moves in 200 ms, and only when the button moves. */
  #slideDealerButton(state, places, scale) {
    const disc = this.querySelector(".dealer-button");
    const place = places[(state.rotation?.holder ?? 0) - 1];
    disc.classList.toggle("is-off", !place);
    if (!place) return;
    const y = place.y + (BLOCK.height * scale) / 2 - 44 * scale;
    disc.style.transform = `translate(${place.x}px, ${y}px) scale(${scale})`;
  }

  #justSettled(before, now) {
    return before.round && now.round?.final && !before.round.final && before.round.ref === now.round.ref;
  }

  /** Chips travel from the player-dealer to who won, and from who lost to him. */
  #sendChips(state) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const layer = this.querySelector(".travelling-chips");
    const { places } = seatPlaces(state.table.seats);
    for (const hand of state.round.hands.filter((each) => each.net)) {
      const place = places[hand.seat - 1];
      const seat = `translate(${place.x}px, ${place.y}px)`;
      const bank = `translate(${BANK.x}px, ${BANK.y}px)`;
      const chip = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      chip.setAttribute("r", "16");
      layer.append(chip);
      const path = hand.net > 0 ? [bank, seat] : [seat, bank];
      const steps = path.map((transform) => ({ transform }));
      chip.animate(steps, { duration: CHIP_MS, easing: "ease-in-out" }).finished.finally(() => chip.remove());
    }
  }
}

function legend({ kinds }, height) {
  const names = ["ante", "play", ...(kinds.length ? kinds : ["ante", "bonus"]).filter((kind) => kind !== "ante")];
  const step = names.length > 3 ? 170 : 150;
  return svg`<g class="legend" transform="translate(${600 - (step * names.length) / 2} ${height - 18})">
    ${names.map((kind, i) => svg`<g transform="translate(${i * step + 20} 0)"><g class="spot-legend" transform="translate(0 -9) scale(.85)">${spotShape(kind)}</g><text x="26" y="0">${WAGERS[kind]}</text></g>`)}
  </g>`;
}

function emptyFelt(state) {
  if (state.table.status !== "open") return gettext("This table is closed");
  if (houseBanks(state.table)) return gettext("Waiting for a player");
  if (state.rotation?.offer_due && state.rotation.next_offer) {
    return fill(gettext("Offer the button to seat %(next_offer)s"), state.rotation);
  }
  return gettext("Waiting for a player-dealer");
}

function phaseWord(round) {
  if (round.phase === "void") return gettext("VOID: every wager goes back");
  const word = (PHASES[round.phase] ?? round.phase).toUpperCase();
  return ["reveal", "pay"].includes(round.phase) && !round.final ? fill(gettext("%(phase)s · NOT FINAL"), { phase: word }) : word;
}

function bankLine(bank) {
  if (!bank.hand && !bank.seat) {
    if (bank.qualifies === null) return "";
    return bank.qualifies ? gettext("dealer qualifies") : gettext("dealer does not qualify");
  }
  const hand = bank.hand ? HANDS[bank.hand] : fill(gettext("player-dealer: seat %(seat)s"), bank);
  if (bank.qualifies === null) return hand;
  return fill(bank.qualifies ? gettext("%(hand)s, qualifies") : gettext("%(hand)s, does not qualify"), { hand });
}

function coverLine(round) {
  const bank = round.bank ?? {};
  if (!AFTER_THE_DEAL.includes(round.phase) || !bank.wager) return "";
  if (bank.exhausted) return gettext("W ran out");
  if (round.cover_left === null || round.cover_left === undefined) return "";
  return fill(gettext("%(left)s of W left"), { left: plain(round.cover_left) });
}

function whoBanks(bank, table) {
  if (houseBanks(table)) return gettext("Dealer, the house banks");
  return bank.seat ? fill(gettext("Player-dealer, seat %(seat)s"), bank) : gettext("No player-dealer");
}

function bankSpeech(bank, round, table) {
  const parts = [whoBanks(bank, table)];
  if (bank.wager) parts.push(fill(gettext("W %(wager)s"), { wager: dollars(bank.wager) }));
  if (bank.face_up) parts.push(fill(gettext("up-card %(face_up)s"), bank));
  if (bank.hand) parts.push(bankLine(bank));
  parts.push(phaseWord(round).toLowerCase());
  return `${parts.join(", ")}.`;
}

customElements.define("cardroom-felt", CardroomFelt);
