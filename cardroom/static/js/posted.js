/* What a table has posted: limits, fees, pays, and the law's sentence about the player-dealer. */
import { html } from "../vendor/lit-html.js";
import { fill, gettext } from "./i18n.js";
import { dollars, plain } from "./money.js";
import { limitsWords } from "./page.js";
import { HANDS, houseBanks, WAGERS } from "./words.js";

const NOTICE = gettext("The player-dealer can neither win nor lose more than he wagered.");
const HOUSE_NOTICE = gettext("The house banks this table. The dealer plays with queen-high or better.");
export const notice = (table) => (houseBanks(table) ? HOUSE_NOTICE : NOTICE);

const capital = (text) => text[0].toUpperCase() + text.slice(1);

export function limitRows(table) {
  const names = { ...WAGERS, bank: "W" };
  return [...table.kinds, "bank"]
    .filter((kind) => table.limits?.[kind])
    .map((kind) => row(names[kind], limitsWords(table.limits, kind)));
}

/** Fees by who pays them; the whole schedule, as it is posted. */
export function feeRows(table, payer) {
  return table.fees
    .filter((line) => line.payer === payer)
    .map((line) => row(feeName(line), line.fee ? dollars(line.fee) : gettext("no fee")));
}

function feeName(line) {
  if (line.wager === "table_action") return fill(gettext("Bets to %(most)s"), { most: dollars(line.to) });
  return `${WAGERS[line.wager] ?? line.wager} $${plain(line.from)}–${plain(line.to)}`;
}

/** A table for each wager that pays by the cards, in the order of the layout. */
export function payTables(table, kinds = Object.keys(table.pays)) {
  return kinds
    .filter((kind) => table.pays[kind])
    .map((kind) => postedTable(fill(gettext("%(wager)s pays"), { wager: WAGERS[kind] }), table.pays[kind].map(payRow)));
}

function payRow([hand, odds, award]) {
  return row(capital(HANDS[hand] ?? hand), award ? dollars(award) : fill(gettext("%(odds)s to 1"), { odds }));
}

function row(name, value) {
  return html`<tr><th scope="row">${name}</th><td class="money">${value}</td></tr>`;
}

export function postedTable(caption, rows) {
  return html`<table class="table-plain posted"><caption>${caption}</caption><tbody>${rows}</tbody></table>`;
}
