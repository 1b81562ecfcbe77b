/* One table as the floor sees it: the felt, the offers, who sits where, the rounds of the night. */
import "./cover.js";
import "./felt.js";
import { html, nothing, render } from "../vendor/lit-html.js";
import { CommandDoor } from "./commands.js";
import { answersSoFar, offerKeys } from "./dealer/offer.js";
import { dollars } from "./money.js";
import { narrate } from "./narrate.js";
import { startPage } from "./page.js";
import { stayLoggedIn, watchRoomMap } from "./room-poll.js";

const MATCHES_SHOWN = 8;
const root = document.getElementById("floor-table");
const part = (name) => root.querySelector(`[data-${name}]`);
const { live, facts } = startPage(root);
const door = new CommandDoor(live, root.dataset.table);
let patrons = JSON.parse(document.getElementById("free-patrons").textContent);
const runs = root.dataset.runs === "yes";
const desk = { selected: null, search: "" };

const screen = {
  door,
  get state() {
    return live.state;
  },
  can: (command) => runs && live.state.can.includes(command),
  async send(...commands) {
    const done = await door.send(...commands);
    if (done) Object.assign(desk, { selected: null, search: "" });
    draw();
    return done;
  },
};

function draw() {
  const state = live.state;
  for (const element of root.querySelectorAll("cardroom-felt, cardroom-cover")) element.state = state;
  const felt = root.querySelector("cardroom-felt");
  if (felt) felt.selected = desk.selected;
  render(rotation(state), part("rotation"));
  render(seats(state), part("seats"));
  render(rounds(state), part("rounds"));
  render(said(state), part("said"));
}

// -- The button --------------------------------------------------------------------------------------

function rotation(state) {
  if (state.table.status !== "open") return nothing;
  const seat = state.seats.find((each) => each.seat === state.rotation.next_offer);
  const offered = state.rotation.offer_due || !state.rotation.holder;
  return html`<div class="card-panel floor-rotation ${offered && seat ? "needs-you" : ""}">
    <h2>Player-dealer button</h2>
    <p>${state.rotation.sentence}</p>
    ${offered ? offerKeys(screen, seat) : nothing} ${answersSoFar(state.rotation)}
  </div>`;
}

// -- Who sits where ------------------------------------------------------------------------------------

function seats(state) {
  if (state.table.status !== "open") return nothing;
  return html`<div class="card-panel">
    <h2>Seats</h2>
    <ul class="plain-list floor-seats">${state.seats.map((seat) => seatRow(seat, state))}</ul>
  </div>`;
}

function seatRow(seat, state) {
  const open = desk.selected === seat.seat;
  const choose = () => {
    Object.assign(desk, { selected: open ? null : seat.seat, search: "" });
    draw();
    if (!open) part("seats").querySelector(".seat-search")?.focus();
    askForPatrons();
  };
  const bank = state.rotation.holder === seat.seat;
  return html`<li class=${open ? "is-open" : ""}>
    <button type="button" class="btn btn-quiet floor-seat" aria-expanded=${open ? "true" : "false"} @click=${choose}>
      <strong>${seat.seat}</strong>
      <span class="floor-seat-name ${seat.taken ? "" : "muted"}">${seat.taken ? seat.name : "free"} ${bank ? html`<span class="disc" title="player-dealer">D</span>` : nothing}</span>
      <span class="money">${seat.taken ? dollars(seat.stack) : ""}</span>
    </button>
    ${open ? html`<div class="floor-seat-keys">${seat.taken ? leaving(seat) : seating(seat)}</div>` : nothing}
  </li>`;
}

function leaving(seat) {
  if (!screen.can("leave_seat")) return html`<p class="muted">The floor seats people and sees them off.</p>`;
  const pending = seat.pending ? ` ${dollars(seat.pending)} of the stack is on its way from the last round.` : "";
  return html`<p class="muted">He takes ${dollars(seat.stack)} with him.${pending}</p>
    <button type="button" class="btn" @click=${() => screen.send(["leave_seat", { seat: seat.seat }])}>${seat.name} leaves</button>`;
}

/** People come and go: while a free seat is open, the list of who is free is asked for again. */
async function askForPatrons() {
  const seat = live.state.seats[desk.selected - 1];
  if (!runs || !seat || seat.taken) return;
  try {
    const answer = await fetch(root.dataset.freePatrons, { credentials: "same-origin", cache: "no-store" });
    if (!answer.ok || answer.redirected) return;
    patrons = (await answer.json()).patrons;
    draw();
  } catch {
    // The list stays as it is until the next time.
  }
}

/** What tells two people of one name apart. */
const numberOf = (patron) =>
  patrons.filter((each) => each.name === patron.name).length > 1 ? html` <span class="muted">(${patron.id})</span>` : nothing;

function seating(seat) {
  if (!screen.can("seat_player")) return html`<p class="muted">The floor seats people.</p>`;
  const seated = new Set(live.state.seats.map((each) => each.patron_id));
  const wanted = desk.search.trim().toLowerCase();
  const found = patrons.filter((each) => !seated.has(each.id) && each.name.toLowerCase().includes(wanted));
  const type = (event) => {
    desk.search = event.target.value;
    draw();
  };
  return html`<label>Who sits down? <input class="seat-search" type="search" autocomplete="off" placeholder="part of the name" .value=${desk.search} @input=${type}></label>
    <div class="btn-row">
      ${found.slice(0, MATCHES_SHOWN).map((each) => html`<button type="button" class="btn" @click=${() => screen.send(["seat_player", { seat: seat.seat, patron_id: each.id }])}>${each.name}${numberOf(each)}</button>`)}
    </div>
    ${found.length ? nothing : html`<p class="muted">Nobody free is called that. The cage registers new people.</p>`}
    ${found.length > MATCHES_SHOWN ? html`<p class="muted">${found.length - MATCHES_SHOWN} more: type part of the name.</p>` : nothing}`;
}

// -- The rounds of the night -----------------------------------------------------------------------------

function rounds(state) {
  if (!state.last_rounds.length) {
    if (state.table.status !== "open") return nothing;
    return html`<p class="empty"><strong>No round is over yet.</strong> ${state.round ? nothing : "Seat two players, then offer the button."}</p>`;
  }
  return html`<div class="card-panel">
    <h2>Rounds, latest first</h2>
    <table class="table-plain"><thead><tr><th scope="col">Round</th><th scope="col" class="money">Bank</th></tr></thead><tbody>
      ${state.last_rounds.map((round) => html`<tr><th scope="row"><a class="quiet-link" href="/rounds/${round.id}/">${round.ref}</a></th><td class="money">${round.sentence}</td></tr>`)}
    </tbody></table>
  </div>`;
}

function said(state) {
  if (door.pending) return html`<p class="notice notice-needs" role="status">${door.pending}</p>`;
  if (door.error) return html`<p class="error-line" role="alert">${door.error}</p>`;
  if (state.table.status !== root.dataset.status) {
    return html`<p class="notice notice-needs">This table was ${state.table.status === "open" ? "opened" : "closed"} just now. <a href="">Load the page again.</a></p>`;
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
  Object.assign(desk, { selected: desk.selected === seat ? null : seat, search: "" });
  draw();
  askForPatrons();
});
const dialog = document.getElementById("close-dialog");
root.querySelector("[data-close-table]")?.addEventListener("click", () => dialog.showModal());
root.querySelector("[data-keep-open]")?.addEventListener("click", () => dialog.close());

facts(live.state);
draw();
stayLoggedIn(turns);
watchRoomMap(askForPatrons);
live.start();
