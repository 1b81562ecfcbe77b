/* The room board: which games are played, at which limits, where a seat is free, how many wait. */
import "./clock.js";
import { html, nothing, render } from "../vendor/lit-html.js";
import { fill, gettext, ngettext } from "./i18n.js";
import { keepUpToDate, standFixed } from "./kiosk.js";
import { LiveTable } from "./live.js";
import { announce, bindLiveMark } from "./livemark.js";
import { dollars, plain } from "./money.js";
import { houseBanks } from "./words.js";

const root = document.getElementById("display");
const part = (name) => root.querySelector(`[data-${name}]`);
const initial = JSON.parse(document.getElementById("initial-state").textContent);
const live = new LiveTable(root.dataset.socket, { initial });
bindLiveMark(live);

const limits = ([least, most]) => `$${plain(least)}–${plain(most)}`;

function seatsWord(open) {
  if (!open) return gettext("full");
  return fill(ngettext("%(count)s seat open", "%(count)s seats open", open), { count: open });
}

function draw({ tables, waiting }) {
  // More tables than fit in one column stand in two, and beyond that smaller.
  part("tables").dataset.many = tables.length > 20 ? "most" : tables.length > 10 ? "more" : tables.length > 7 ? "some" : "few";
  render(tables.length ? tables.map(tableRow) : noTables(), part("tables"));
  render(waitingList(waiting), part("waiting"));
  const open = tables.reduce((sum, table) => sum + table.open_seats, 0);
  part("count").textContent = tables.length ? seatsWord(open) : "";
}

const noTables = () => html`<p class="board-none">${gettext("No table is open yet. Ask the floor.")}</p>`;

function tableRow(table) {
  return html`<article class="board-table" data-full=${table.open_seats ? "no" : "yes"}>
    <span class="board-number">${table.number}</span>
    <span class="board-game">${table.game}${houseBanks(table) ? html`<small>${gettext("the house banks")}</small>` : nothing}</span>
    <span class="board-limits">${table.limits.ante ? limits(table.limits.ante) : ""}</span>
    <span class="board-seats">${seatsWord(table.open_seats)}</span>
  </article>`;
}

function waitingList(lines) {
  return html`<h2>${gettext("Waiting")}</h2>
    ${lines.length
      ? html`<ul class="plain-list board-lines">${lines.map(waitingLine)}</ul>`
      : html`<p class="muted">${gettext("Nobody waits.")}</p>`}`;
}

function waitingLine({ game, least, waiting }) {
  return html`<li><span>${fill(gettext("%(game)s from %(least)s"), { game, least: dollars(least) })}</span>
    <strong>${waiting}</strong></li>`;
}

/** What a screen reader is told: a table where a seat has become free. */
function freed(before, state) {
  const had = new Map((before?.tables ?? []).map((table) => [table.number, table.open_seats]));
  const now = state.tables.find((table) => table.open_seats > (had.get(table.number) ?? Infinity));
  return now ? fill(gettext("Table %(table)s: %(seats)s."), { table: now.number, seats: seatsWord(now.open_seats) }) : "";
}

live.addEventListener("state", ({ detail: { state, before } }) => {
  draw(state);
  const sentence = freed(before, state);
  if (sentence) announce(sentence);
});
draw(initial);
if ("fixed" in root.dataset) {
  keepUpToDate(live, root.dataset.build);
  standFixed();
}
live.start();
