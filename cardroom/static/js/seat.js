/* A player's own display, tablet or phone: my wagers, my place in the order, my result and why. */
import "./cover.js";
import "./felt.js";
import { html, nothing, render } from "../vendor/lit-html.js";
import { answerSender } from "./answers.js";
import { fill, gettext } from "./i18n.js";
import { happenedAtSeat, narrate } from "./narrate.js";
import { keepUpToDate, standFixed } from "./kiosk.js";
import { coveredState, onHold } from "./own-cards.js";
import { ownSeats } from "./own-seat.js";
import { startPage } from "./page.js";
import { phoneKey } from "./phone-code.js";
import { feeRows, limitRows, notice, payTables, postedTable } from "./posted.js";
import { houseBanks } from "./words.js";

const root = document.getElementById("display");
const number = Number(root.dataset.seat);
const fixed = "fixed" in root.dataset; // a tablet at the seat, not a phone that follows it
const { live, facts } = startPage(root);
const answers = answerSender(root.dataset.answers, draw);
let open = null; // which of the three lists is open

const LISTS = {
  hands: { key: gettext("Last hands"), list: lastHands },
  fees: { key: gettext("Limits & fees"), list: limitsAndFees },
  pays: { key: gettext("Pays"), list: pays },
};

function draw() {
  const state = live.state;
  const felt = coveredState(state);
  for (const element of root.querySelectorAll("cardroom-felt, cardroom-cover")) element.state = felt;
  facts(state);
  if (state.audience === "unpaired") {
    render(html`<p class="empty"><strong>${gettext("The player has left this seat.")}</strong>
      ${gettext("This phone shows it no more.")}</p>`, root.querySelector("[data-own]"));
    return;
  }
  render(
    html`${ownSeats(state, number, answers.send)}
      ${answers.error ? html`<p class="error-line" role="alert">${answers.error}</p>` : nothing}
      <div class="seat-keys">
        ${Object.entries(LISTS).map(([name, { key }]) => html`<button type="button" class="btn" aria-haspopup="dialog"
          @click=${() => show(name)}>${key}</button>`)}
        ${fixed && state.seats[number - 1].taken ? phoneKey() : nothing}
      </div>
      <p class="seat-notice">${notice(state.table)}</p>
      <dialog class="seat-list" aria-labelledby="seat-list-title" @close=${() => show(null)}>
        ${open ? panel(LISTS[open], state) : nothing}
      </dialog>`,
    root.querySelector("[data-own]"),
  );
}

/** A list lies over the seat: what happens at the table is never pushed off the screen. */
function show(name) {
  if (open === name) return;
  open = name;
  draw();
  const dialog = root.querySelector(".seat-list");
  if (open && !dialog.open) dialog.showModal();
  if (!open && dialog.open) dialog.close();
}

const panel = ({ key, list }, state) => html`<h2 id="seat-list-title">${key}</h2>
  <div class="seat-list-body" tabindex="0">${list(state)}</div>
  <div class="btn-row btn-row-end"><button type="button" class="btn btn-primary" @click=${() => show(null)}>${gettext("Close")}</button></div>`;

function lastHands(state) {
  if (!state.last_rounds.length) return html`<p class="empty">${gettext("No hand has been played here yet.")}</p>`;
  return html`<table class="table-plain posted"><caption>${gettext("My last hands")}</caption><tbody>
    ${state.last_rounds.map((round) => html`<tr><th scope="row">${fill(gettext("round %(round)s"), { round: round.ref })}</th><td class="money">${round.sentence}</td></tr>`)}
  </tbody></table>`;
}

function limitsAndFees({ table }) {
  const limits = postedTable(gettext("Limits"), limitRows(table));
  if (houseBanks(table)) return html`${limits}<p class="muted">${gettext("No fee is taken at this table.")}</p>`;
  return html`${limits}
    ${postedTable(gettext("Fee, each player, before the deal"), feeRows(table, "player"))}
    ${postedTable(gettext("Fee, player-dealer, by the bets at the table"), feeRows(table, "bank"))}`;
}

function pays({ table }) {
  return html`${payTables(table)} <p class="muted">${paysWords(table)}</p>`;
}

function paysWords(table) {
  const own = table.pays.six_card_bonus
    ? gettext("By your own three cards, 6-Card by yours and the dealer’s.")
    : gettext("By your own three cards.");
  const rest = houseBanks(table)
    ? gettext("Ante and Play pay 1 to 1. If the dealer has less than queen-high, the Ante is paid and the Play comes back.")
    : gettext("Ante and Play pay 1 to 1. If the player-dealer has less than queen-high, the Ante is paid and the Play comes back.");
  return `${own} ${rest}`;
}

live.addEventListener("state", ({ detail: { state, before } }) => {
  narrate(before, state, happenedAtSeat);
  answers.heard();
  draw();
});
// What covers the screen must not cover that it is not live.
live.addEventListener("status", () => live.status === "lost" && show(null));
onHold(draw);
draw();
keepUpToDate(live, root.dataset.build);
if (fixed) standFixed();
live.start();
