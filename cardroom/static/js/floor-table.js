/* One table as the floor sees it: the felt, the offers, who sits where, the rounds of the night. */
import "./cover.js";
import "./felt.js";
import { html, nothing, render } from "../vendor/lit-html.js";
import { CommandDoor } from "./commands.js";
import { answersSoFar, offerKeys, rotationFacts, stopped } from "./dealer/offer.js";
import { seatsPanel } from "./floor-seats.js";
import { fill, gettext } from "./i18n.js";
import { irregularKeys } from "./irregular.js";
import { narrate } from "./narrate.js";
import "./open-form.js";
import { dollars } from "./money.js";
import { startPage } from "./page.js";
import { PeopleSearch } from "./people-search.js";
import { stayLoggedIn, watchRoomMap } from "./room-poll.js";
import { houseBanks } from "./words.js";

const root = document.getElementById("floor-table");
const part = (name) => root.querySelector(`[data-${name}]`);
const { live, facts } = startPage(root);
const door = new CommandDoor(live, root.dataset.table);
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const lists = { dealers: [], tables: [], ...read("floor-lists"), patrons: [], more: true };
const runs = root.dataset.runs === "yes";
const desk = { selected: null, search: "", reserving: false, incident: "" };
const people = new PeopleSearch((found) => {
  Object.assign(lists, found);
  draw();
});

const screen = {
  door,
  get state() {
    return live.state;
  },
  desk,
  mayRunTable: runs,
  redraw: () => draw(),
  can: (command) => runs && live.state.can.includes(command),
  async send(...commands) {
    const { selected } = desk;
    const done = await door.send(...commands);
    // A seat that was opened meanwhile stays open.
    if (done && desk.selected === selected) Object.assign(desk, { selected: null, search: "", reserving: false });
    draw();
    return done;
  },
  choose(seat) {
    Object.assign(desk, { selected: seat, search: "", reserving: false });
    draw();
    if (seat) part("seats").querySelector(".seat-search")?.focus();
    askForPatrons();
  },
  search(text) {
    desk.search = text;
    draw();
    people.askSoon(whereToAsk(), text);
  },
  reserve(only) {
    desk.reserving = only;
    draw();
    askForPatrons();
  },
};

function draw() {
  const state = live.state;
  for (const element of root.querySelectorAll("cardroom-felt, cardroom-cover")) element.state = state;
  const felt = root.querySelector("cardroom-felt");
  if (felt) felt.selected = desk.selected;
  render(rotation(state), part("rotation"));
  render(seatsPanel(screen, desk, lists), part("seats"));
  render(capture(state), part("capture"));
  render(dealers(state), part("dealers"));
  render(rounds(state), part("rounds"));
  render(said(state), part("said"));
  render(irregularKeys(screen), part("irregular"));
}

// -- The button --------------------------------------------------------------------------------------

function rotation(state) {
  if (state.table.status !== "open") return nothing;
  if (houseBanks(state.table)) return house(state);
  const seat = state.seats.find((each) => each.seat === state.rotation.next_offer);
  const offered = state.rotation.offer_due || !state.rotation.holder;
  return html`<div class="card-panel floor-rotation ${offered && seat ? "needs-you" : ""}">
    <h2>${gettext("Player-dealer button")}</h2>
    <p>${state.rotation.sentence}</p>
    ${rotationFacts(state.rotation)} ${offered ? offerKeys(screen, seat) : nothing} ${stopped(screen)} ${answersSoFar(state.rotation)}
  </div>`;
}

/** Where the house banks: what its tray holds against the bets. */
function house({ round, rotation: { sentence } }) {
  const bets = round && !round.final;
  return html`<div class="card-panel">
    <h2>${gettext("The house banks")}</h2>
    ${bets ? nothing : html`<p>${sentence}</p>`}
    ${bets
      ? html`<dl class="facts-list"><dt>${gettext("tray")}</dt><dd class="money">${dollars(round.tray)}</dd>
          <dt>${gettext("worst case of these bets")}</dt><dd class="money">${dollars(round.worst_case)}</dd></dl>`
      : nothing}
  </div>`;
}

// -- What the dealer enters ------------------------------------------------------------------------------

const CAPTURES = [
  ["cards", gettext("Every card")],
  ["results", gettext("Results alone")],
];

function capture({ table }) {
  if (table.status !== "open" || table.source !== "hand" || !screen.can("choose_capture")) return nothing;
  const choose = (name) => () => screen.send(["choose_capture", { capture: name }]);
  return html`<fieldset class="card-panel choice-keys">
    <legend>${gettext("The dealer enters")}</legend>
    ${CAPTURES.map(([name, label]) => html`<button type="button" class="btn" aria-pressed=${name === table.capture ? "true" : "false"} @click=${name === table.capture ? null : choose(name)}>${label}</button>`)}
    <p class="muted">${gettext("A change holds from the next round on.")}</p>
  </fieldset>`;
}

// -- The house dealer ------------------------------------------------------------------------------------

function dealers(state) {
  if (state.table.status !== "open" || !screen.can("relieve_dealer")) return nothing;
  const relieve = (event) => {
    event.preventDefault();
    const dealer = Number(new FormData(event.target).get("dealer"));
    if (dealer) screen.send(["relieve_dealer", { dealer_id: dealer }]);
  };
  return html`<div class="card-panel">
    <h2>${gettext("House dealer")}</h2>
    <p>${state.table.dealer ? fill(gettext("%(dealer)s deals."), state.table) : gettext("Nobody deals.")}</p>
    ${lists.dealers.length
      ? html`<form class="form-grid" @submit=${relieve}>
          <label>${gettext("Relieved by")} <select name="dealer">${lists.dealers.map((each) => html`<option value=${each.id}>${each.name}</option>`)}</select></label>
          <div class="btn-row"><button type="submit" class="btn">${gettext("Relieve")}</button></div>
        </form>`
      : html`<p class="muted">${gettext("Every other dealer is at a table.")}</p>`}
  </div>`;
}

/** A seat is kept for whoever is welcome, also for one who sits elsewhere yet. */
const whereToAsk = () => `${root.dataset.freePatrons}${desk.reserving ? "?anywhere=yes" : ""}`;

/** People come and go: while a free seat is open, who is free is asked again. */
function askForPatrons() {
  const seat = live.state.seats[desk.selected - 1];
  if (runs && seat && !seat.taken && !seat.reserved_for) people.ask(whereToAsk(), desk.search);
}

// -- The rounds of the night -----------------------------------------------------------------------------

function rounds(state) {
  if (!state.last_rounds.length) {
    if (state.table.status !== "open") return nothing;
    const people = new Set(state.seats.filter((seat) => seat.taken).map((seat) => seat.patron_id)).size;
    const [enough, next] = houseBanks(state.table)
      ? [1, gettext("Seat a player, and betting opens.")]
      : [2, gettext("Seat two players, then offer the button.")];
    return html`<p class="empty"><strong>${gettext("No round is over yet.")}</strong> ${people < enough ? next : nothing}</p>`;
  }
  return html`<div class="card-panel">
    <h2>${gettext("Rounds, latest first")}</h2>
    <table class="table-plain"><thead><tr><th scope="col">${gettext("Round")}</th><th scope="col" class="money">${gettext("Bank")}</th></tr></thead><tbody>
      ${state.last_rounds.map((round) => html`<tr><th scope="row"><a class="quiet-link" href="/rounds/${round.id}/">${round.ref}</a></th><td class="money">${round.sentence}</td></tr>`)}
    </tbody></table>
  </div>`;
}

function said(state) {
  if (door.pending) return html`<p class="notice notice-needs" role="status">${door.pending}</p>`;
  if (door.error) return html`<p class="error-line" role="alert">${door.error}</p>`;
  if (state.table.status !== root.dataset.status) {
    return html`<p class="notice notice-needs">${state.table.status === "open" ? gettext("This table was opened just now.") : gettext("This table was closed just now.")} <a href="">${gettext("Load the page again.")}</a></p>`;
  }
  return nothing;
}

/** The server writes the table of turns; it is fetched again when it has something new. */
const turns = document.getElementById("turns");
const turnsOf = ({ rotation: { holder, hands_served: served, offers } }) =>
  JSON.stringify([holder, served, offers.length, offers.at(-1)]);

live.addEventListener("state", ({ detail: { state, before } }) => {
  facts(state);
  narrate(before, state);
  if (turnsOf(before) !== turnsOf(state)) turns.dispatchEvent(new Event("turns-changed"));
  draw();
});
door.addEventListener("change", draw);
root.addEventListener("seat", ({ detail: seat }) => {
  screen.choose(desk.selected === seat ? null : seat);
});

facts(live.state);
draw();
stayLoggedIn(turns);
watchRoomMap(askForPatrons);
live.start();
