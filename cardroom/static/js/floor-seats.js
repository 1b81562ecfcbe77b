/* Who sits where, and what the floor does about it: seat, reserve, move, away, chips, leave. */
import { html, nothing } from "../vendor/lit-html.js";
import { dollars } from "./money.js";
import { named, walkKeys } from "./people-search.js";
import { chipsForm } from "./seat-chips.js";
import { countForm } from "./seat-count.js";

/** Whether this seat is one of the two that a player has. */
const isOneOfTwo = (seat) => seat.positions?.length > 1;
const otherOf = (seat) => seat.positions.find((each) => each !== seat.seat);

/** The panel of seats. `desk` knows the open row and what is typed; `lists` the free people. */
export function seatsPanel(screen, desk, lists) {
  const { state } = screen;
  if (state.table.status !== "open") return nothing;
  return html`<div class="card-panel">
    <h2>Seats</h2>
    <ul class="plain-list floor-seats">${state.seats.map((seat) => seatRow(screen, desk, lists, seat))}</ul>
  </div>`;
}

function seatRow(screen, desk, lists, seat) {
  const open = desk.selected === seat.seat;
  const bank = screen.state.rotation.holder === seat.seat;
  const name = seat.taken ? seat.name : seat.reserved_name ? `for ${seat.reserved_name}` : "free";
  return html`<li class=${open ? "is-open" : ""}>
    <button type="button" class="btn btn-quiet floor-seat" aria-expanded=${open ? "true" : "false"} @click=${() => screen.choose(open ? null : seat.seat)}>
      <strong>${seat.seat}</strong>
      <span class="floor-seat-name ${seat.taken ? "" : "muted"}">${name}
        ${bank ? html`<span class="disc" title="player-dealer">D</span>` : nothing}
        ${seat.tppps ? html`<span class="tag" title=${`plays for ${seat.tppps}`}>TPPPS</span>` : nothing}
        ${isOneOfTwo(seat) ? html`<span class="tag" title=${`plays seat ${otherOf(seat)} too`}>+${otherOf(seat)}</span>` : nothing}
        ${seat.away ? html`<span class="tag tag-needs">away</span>` : nothing}
        ${seat.lacks ? html`<span class="tag tag-needs">lacks ${dollars(seat.lacks)}</span>` : nothing}
        ${seat.reserved_name ? html`<span class="tag">reserved</span>` : nothing}</span>
      <span class="money">${seat.taken ? dollars(seat.stack) : ""}</span>
    </button>
    ${open ? html`<div class="floor-seat-keys">${seat.taken ? taken(screen, desk, lists, seat) : free(screen, desk, lists, seat)}</div>` : nothing}
  </li>`;
}

const key = (screen, label, command, data) =>
  html`<button type="button" class="btn" @click=${() => screen.send([command, data])}>${label}</button>`;

// -- A seat that somebody has ------------------------------------------------------------------------

function taken(screen, desk, lists, seat) {
  if (!screen.can("leave_seat")) return html`<p class="muted">The floor seats people and sees them off.</p>`;
  const at = { seat: seat.seat };
  const pending = seat.pending ? ` ${dollars(seat.pending)} of the stack is on its way from the last round.` : "";
  return html`${seat.tppps ? html`<p>Proposition player of ${seat.tppps}.</p>` : nothing}
    <div class="btn-row">${seat.away ? key(screen, `${seat.name} is back`, "seat_back", at) : key(screen, `${seat.name} is away`, "seat_away", at)}</div>
    ${chipsForm(screen, [seat])} ${countForm(screen, seat)} ${secondPosition(screen, seat)}
    ${isOneOfTwo(seat) ? nothing : moving(screen, desk, lists, seat)}
    ${seat.lacks ? html`<p>He bets more than he has: ${dollars(seat.lacks)} is missing.</p>` : nothing}
    <p class="muted">He has ${dollars(seat.stack)}.${pending} When he leaves, ${isOneOfTwo(seat) ? "both seats are free and " : ""}his chips go</p>
    <div class="btn-row">
      ${key(screen, `${seat.name} leaves, to the cage`, "leave_seat", { ...at, chips: "cage" })}
      ${key(screen, `${seat.name} leaves and carries them`, "leave_seat", { ...at, chips: "carries" })}
    </div>`;
}

/** The floor permits a second position beside the first, where the rules know one. */
function secondPosition(screen, seat) {
  if (!screen.can("second_position")) return nothing;
  if (isOneOfTwo(seat)) {
    return html`<p class="muted">Seats ${seat.positions.join(" and ")} are his, with one stack.</p>
      <div class="btn-row">${seat.positions.map((each) => key(screen, `Gives up seat ${each}`, "give_up_position", { seat: each }))}</div>`;
  }
  const beside = screen.state.seats.filter(
    (each) => Math.abs(each.seat - seat.seat) === 1 && !each.taken && [undefined, seat.patron_id].includes(each.reserved_for),
  );
  if (!beside.length) return nothing;
  return html`<div class="btn-row">
    ${beside.map((each) => key(screen, `Second position: seat ${each.seat}`, "second_position", { seat: seat.seat, to_seat: each.seat }))}
  </div>`;
}

function moving(screen, desk, lists, seat) {
  const { table, seats } = screen.state;
  const here = seats.filter((each) => !each.taken && !each.reserved_name).map((each) => each.seat);
  const others = lists.tables.filter((each) => each.id !== table.id && each.free.length);
  const move = (event) => {
    event.preventDefault();
    const [id, to] = String(new FormData(event.target).get("to")).split(":").map(Number);
    if (!to) return;
    screen.send(["move_seat", { seat: seat.seat, to_seat: to, ...(id === table.id ? {} : { to_table: id }) }]);
  };
  const option = (id, name, to) => html`<option value="${id}:${to}">${name}, seat ${to}</option>`;
  return html`<form class="form-grid" @submit=${move}>
    <label>Moves to <select name="to">
      ${here.map((to) => option(table.id, "here", to))} ${others.flatMap((each) => each.free.map((to) => option(each.id, each.name, to)))}
    </select></label>
    <div class="btn-row"><button type="submit" class="btn">Move ${seat.name}</button></div>
  </form>`;
}

// -- A free seat ----------------------------------------------------------------------------------------

function free(screen, desk, lists, seat) {
  if (!screen.can("seat_player")) return html`<p class="muted">The floor seats people.</p>`;
  const seated = new Set(screen.state.seats.map((each) => each.patron_id));
  const kept = { id: seat.reserved_for, name: seat.reserved_name };
  const found = seat.reserved_for ? [kept] : lists.patrons.filter((each) => !seated.has(each.id));
  const command = desk.reserving ? "reserve_seat" : "seat_player";
  const walk = (event) => walkKeys(event, event.currentTarget.querySelector("input"), event.currentTarget.querySelectorAll(".seat-found button"));
  return html`<div class="seat-people" @keydown=${walk}>${seat.reserved_for
      ? html`<div class="btn-row">${key(screen, "Give the seat free", "release_seat", { seat: seat.seat })}</div>`
      : html`<label>${desk.reserving ? "For whom is it kept?" : "Who sits down?"} <input class="seat-search" type="search" autocomplete="off" placeholder="part of the name" .value=${desk.search} @input=${(event) => screen.search(event.target.value)}></label>
          <label class="choice"><input type="checkbox" .checked=${desk.reserving} @change=${(event) => screen.reserve(event.target.checked)}> Reserve it only</label>`}
    <div class="btn-row seat-found">
      ${found.map((each) => key(screen, named(each, found), command, { seat: seat.seat, patron_id: each.id }))}
    </div>
    ${found.length || lists.more ? nothing : html`<p class="muted">Nobody free is called that. The cage registers new people.</p>`}
    ${lists.more && !seat.reserved_for ? html`<p class="muted" role="status">${found.length ? "There are more: type more of the name." : "Type a part of the name."}</p>` : nothing}</div>`;
}
