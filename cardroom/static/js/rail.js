/* The display over the table: for the player in seat four, the onlooker and the camera. */
import "./cover.js";
import "./felt.js";
import { html, nothing, render } from "../vendor/lit-html.js";
import { fill, gettext, ngettext } from "./i18n.js";
import { keepUpToDate, standFixed } from "./kiosk.js";
import { dollars } from "./money.js";
import { happened, narrate } from "./narrate.js";
import { startPage } from "./page.js";
import { feeRows, limitRows, notice, payTables, postedTable } from "./posted.js";
import { ANSWERED, HANDS, houseBanks } from "./words.js";

const root = document.getElementById("display");
const part = (name) => root.querySelector(`[data-${name}]`);
const { live, facts } = startPage(root);
const OFFERS_SHOWN = 12; // each on one line, or the panel runs over
// The six-card table is long: it hangs on the other side, where a house table has room.
const LEFT_PAYS = ["bonus", "pair_plus", "ante_bonus"];
const ROUNDS_SHOWN = 5;
const SHORTLY = { ...ANSWERED, absent: gettext("absent"), cannot: gettext("short of W") };

function draw(state, before = null) {
  for (const element of root.querySelectorAll("cardroom-felt, cardroom-cover")) element.state = state;
  facts(state);
  narrate(before, state, happened);
  render(posted(state.table), part("posted"));
  render(rotation(state), part("rotation"));
}

function posted(table) {
  if (table.status !== "open") {
    return html`<h2>${gettext("Closed")}</h2><p>${gettext("This table is closed. The floor opens it.")}</p>`;
  }
  return html`
    ${postedTable(gettext("Limits"), limitRows(table))}
    ${houseBanks(table) ? nothing : fees(table)}
    ${payTables(table, LEFT_PAYS)}
    <p class="rail-notice">${notice(table)}</p>`;
}

const fees = (table) => html`
  ${postedTable(gettext("Fee, each player"), feeRows(table, "player"))}
  ${postedTable(gettext("Fee, player-dealer"), feeRows(table, "bank"))}`;

/** Where the house banks there is no button to follow: the dealer's hand, and the hands before. */
function house({ round, table, last_rounds: last }) {
  const hand = HANDS[round?.bank?.hand];
  const plays = round?.bank?.qualifies;
  return html`
    <div class="rail-holder">
      <h2>${gettext("The house banks")}</h2>
      <p class="rail-seat">${gettext("dealer")}</p>
      <p>${hand ?? "–"}${plays === null || plays === undefined ? "" : `, ${plays ? gettext("qualifies") : gettext("does not qualify")}`}</p>
    </div>
    ${payTables(table, ["six_card_bonus"])}
    <div class="rail-last">
      <h2>${gettext("Last rounds, the house")}</h2>
      ${last.length
        ? html`<ol class="plain-list rail-offers">${last.slice(0, ROUNDS_SHOWN).map((each) => html`<li>${fill(gettext("round %(round)s"), { round: each.ref })} <span class="muted">${each.sentence}</span></li>`)}</ol>`
        : html`<p class="muted">${gettext("none yet")}</p>`}
    </div>`;
}

function rotation(state) {
  const { rotation: now, round, table } = state;
  if (table.status !== "open") return nothing;
  if (houseBanks(table)) return house(state);
  const wager = round && !round.final ? round.bank?.wager : null;
  return html`
    <div class="rail-holder">
      <h2 class="rail-disc"><span class="disc" aria-hidden="true">D</span> ${gettext("Player-dealer")}</h2>
      ${now.holder
        ? html`<p class="rail-seat">${seatWord(now.holder)}</p>
            <p>${handWords(now)}</p>
            <p class="rail-wager">W <strong>${wager ? dollars(wager) : "–"}</strong></p>`
        : html`<p class="rail-seat">${gettext("nobody")}</p>`}
    </div>
    <div>
      <h2>${now.offer_due ? gettext("Being offered") : gettext("Next to be offered")}</h2>
      <p class="rail-next">${now.next_offer ? seatWord(now.next_offer) : "–"}</p>
    </div>
    <div class="rail-last">
      <h2>${gettext("Last offers")}</h2>
      ${now.offers.length
        ? html`<ol class="plain-list rail-offers">${now.offers.slice(-OFFERS_SHOWN).map((offer) => html`<li>${seatWord(offer.seat)} <span class="muted">${SHORTLY[offer.answer] ?? offer.answer}</span></li>`)}</ol>`
        : html`<p class="muted">${gettext("none yet")}</p>`}
    </div>`;
}

const seatWord = (seat) => fill(gettext("seat %(seat)s"), { seat });

/** `hand 1 of 2`: the hand being dealt, of those he may deal before the next offer. */
function handWords({ hands_served: served, hands_left: left, offer_due: due }) {
  const most = served + (left ?? 0);
  if (due) {
    const said = ngettext("%(served)s hand served: offer due", "%(served)s hands served: offer due", served);
    return fill(said, { served });
  }
  return fill(gettext("hand %(hand)s of %(most)s"), { hand: Math.min(served + 1, most || served + 1), most: most || 2 });
}

live.addEventListener("state", ({ detail: { state, before } }) => draw(state, before));
draw(live.state);
keepUpToDate(live, root.dataset.build);
standFixed();
live.start();
