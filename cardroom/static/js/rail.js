/* The display over the table: for the player in seat four, the onlooker and the camera. */
import "./cover.js";
import "./felt.js";
import { html, nothing, render } from "../vendor/lit-html.js";
import { dollars } from "./money.js";
import { happened, narrate } from "./narrate.js";
import { startPage } from "./page.js";
import { feeRows, limitRows, NOTICE, payRows, postedTable } from "./posted.js";
import { ANSWERED } from "./words.js";

const root = document.getElementById("display");
const part = (name) => root.querySelector(`[data-${name}]`);
const { live, facts } = startPage(root);
const OFFERS_SHOWN = 12; // each on one line, or the panel runs over
const SHORTLY = { ...ANSWERED, absent: "absent", cannot: "short of W" };

function draw(state, before = null) {
  for (const element of root.querySelectorAll("cardroom-felt, cardroom-cover")) element.state = state;
  facts(state);
  narrate(before, state, happened);
  render(posted(state.table), part("posted"));
  render(rotation(state), part("rotation"));
}

function posted(table) {
  if (table.status !== "open") {
    return html`<h2>Closed</h2><p>This table is closed. The floor opens it.</p>`;
  }
  return html`
    ${postedTable("Limits", limitRows(table))}
    ${postedTable("Fee, each player", feeRows(table, "player"))}
    ${postedTable("Fee, player-dealer", feeRows(table, "bank"))}
    ${table.paytable.length ? postedTable("Bonus pays", payRows(table)) : nothing}
    <p class="rail-notice">${NOTICE}</p>`;
}

function rotation({ rotation: now, round, table }) {
  if (table.status !== "open") return nothing;
  const wager = round && !round.final ? round.bank?.wager : null;
  return html`
    <div class="rail-holder">
      <h2 class="rail-disc"><span class="disc" aria-hidden="true">D</span> Player-dealer</h2>
      ${now.holder
        ? html`<p class="rail-seat">seat ${now.holder}</p>
            <p>${handWords(now)}</p>
            <p class="rail-wager">W <strong>${wager ? dollars(wager) : "–"}</strong></p>`
        : html`<p class="rail-seat">nobody</p>`}
    </div>
    <div>
      <h2>${now.offer_due ? "Being offered" : "Next to be offered"}</h2>
      <p class="rail-next">${now.next_offer ? `seat ${now.next_offer}` : "–"}</p>
    </div>
    <div class="rail-last">
      <h2>Last offers</h2>
      ${now.offers.length
        ? html`<ol class="plain-list rail-offers">${now.offers.slice(-OFFERS_SHOWN).map((offer) => html`<li>seat ${offer.seat} <span class="muted">${SHORTLY[offer.answer] ?? offer.answer}</span></li>`)}</ol>`
        : html`<p class="muted">none yet</p>`}
    </div>`;
}

/** `hand 1 of 2`: the hand being dealt, of those he may deal before the next offer. */
function handWords({ hands_served: served, hands_left: left, offer_due: due }) {
  const most = served + (left ?? 0);
  if (due) return `${served} ${served === 1 ? "hand" : "hands"} served: offer due`;
  return `hand ${Math.min(served + 1, most || served + 1)} of ${most || "2"}`;
}

live.addEventListener("state", ({ detail: { state, before } }) => draw(state, before));
draw(live.state);
live.start();
