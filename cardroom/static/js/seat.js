/* A player's own display, tablet or phone: my wagers, my place in the order, my result and why. */
import "./cover.js";
import "./felt.js";
import { html, nothing, render } from "../vendor/lit-html.js";
import { happenedAtSeat, narrate } from "./narrate.js";
import { keepUpToDate, standFixed } from "./kiosk.js";
import { startPage } from "./page.js";
import { phoneKey } from "./phone-code.js";
import { feeRows, limitRows, notice, payTables, postedTable } from "./posted.js";
import { ownSeats } from "./own-seat.js";
import { bankWord, houseBanks } from "./words.js";

const root = document.getElementById("display");
const number = Number(root.dataset.seat);
const fixed = "fixed" in root.dataset; // a tablet at the seat, not a phone that follows it
const { live, facts } = startPage(root);
let open = null; // which of the three lists is open

const LISTS = {
  hands: { key: "Last hands", list: lastHands },
  fees: { key: "Limits & fees", list: limitsAndFees },
  pays: { key: "Pays", list: pays },
};

function draw() {
  const state = live.state;
  for (const element of root.querySelectorAll("cardroom-felt, cardroom-cover")) element.state = state;
  facts(state);
  if (state.audience === "unpaired") {
    render(html`<p class="empty"><strong>The player has left this seat.</strong>
      This phone shows it no more.</p>`, root.querySelector("[data-own]"));
    return;
  }
  render(
    html`${ownSeats(state, number)}
      <div class="seat-keys">
        ${Object.entries(LISTS).map(([name, { key }]) => html`<button type="button" class="btn"
          aria-expanded=${open === name ? "true" : "false"} aria-controls="seat-list"
          @click=${() => { open = open === name ? null : name; draw(); }}>${key}</button>`)}
        ${fixed && state.seats[number - 1].taken ? phoneKey() : nothing}
      </div>
      <div id="seat-list" role=${open ? "region" : nothing} tabindex=${open ? 0 : nothing}
        aria-label=${open ? LISTS[open].key : nothing}>${open ? LISTS[open].list(state) : nothing}</div>
      <p class="seat-notice">${notice(state.table)}</p>`,
    root.querySelector("[data-own]"),
  );
}

function lastHands(state) {
  if (!state.last_rounds.length) return html`<p class="empty">No hand has been played here yet.</p>`;
  return html`<table class="table-plain posted"><caption>My last hands</caption><tbody>
    ${state.last_rounds.map((round) => html`<tr><th scope="row">round ${round.ref}</th><td class="money">${round.sentence}</td></tr>`)}
  </tbody></table>`;
}

function limitsAndFees({ table }) {
  if (houseBanks(table)) return html`${postedTable("Limits", limitRows(table))}<p class="muted">No fee is taken at this table.</p>`;
  return html`${postedTable("Limits", limitRows(table))}
    ${postedTable("Fee, each player, before the deal", feeRows(table, "player"))}
    ${postedTable("Fee, player-dealer, by the bets at the table", feeRows(table, "bank"))}`;
}

function pays({ table }) {
  return html`${payTables(table)}
    <p class="muted">By your own three cards${table.pays.six_card_bonus ? ", 6-Card by yours and the dealer’s" : ""}. Ante and Play pay 1 to 1. If the ${bankWord(table)} has less than queen-high, the Ante is paid and the Play comes back.</p>`;
}

live.addEventListener("state", ({ detail: { state, before } }) => {
  narrate(before, state, happenedAtSeat);
  draw();
});
draw();
keepUpToDate(live, root.dataset.build);
if (fixed) standFixed();
live.start();

