/* Who sits where, and what the floor does about it: seat, reserve, move, away, chips, leave. */
import { html, nothing } from "../vendor/lit-html.js";
import { fill, gettext } from "./i18n.js";
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
    <h2>${gettext("Seats")}</h2>
    <ul class="plain-list floor-seats">${state.seats.map((seat) => seatRow(screen, desk, lists, seat))}</ul>
  </div>`;
}

function seatRow(screen, desk, lists, seat) {
  const open = desk.selected === seat.seat;
  const bank = screen.state.rotation.holder === seat.seat;
  const name = seat.taken ? seat.name : seat.reserved_name ? fill(gettext("for %(name)s"), { name: seat.reserved_name }) : gettext("free");
  return html`<li class=${open ? "is-open" : ""}>
    <button type="button" class="btn btn-quiet floor-seat" aria-expanded=${open ? "true" : "false"} @click=${() => screen.choose(open ? null : seat.seat)}>
      <strong>${seat.seat}</strong>
      <span class="floor-seat-name ${seat.taken ? "" : "muted"}">${name}
        ${bank ? html`<span class="disc" title=${gettext("player-dealer")}>${gettext("D")}</span>` : nothing}
        ${seat.tppps ? html`<span class="tag" title=${fill(gettext("plays for %(tppps)s"), seat)}>${gettext("TPPPS")}</span>` : nothing}
        ${isOneOfTwo(seat) ? html`<span class="tag" title=${fill(gettext("plays seat %(seat)s too"), { seat: otherOf(seat) })}>+${otherOf(seat)}</span>` : nothing}
        ${seat.away ? html`<span class="tag tag-needs">${gettext("away")}</span>` : nothing}
        ${seat.lacks ? html`<span class="tag tag-needs">${fill(gettext("lacks %(lacks)s"), { lacks: dollars(seat.lacks) })}</span>` : nothing}
        ${seat.reserved_name ? html`<span class="tag">${gettext("reserved")}</span>` : nothing}</span>
      <span class="money">${seat.taken ? dollars(seat.stack) : ""}</span>
    </button>
    ${open ? html`<div class="floor-seat-keys">${seat.taken ? taken(screen, desk, lists, seat) : free(screen, desk, lists, seat)}</div>` : nothing}
  </li>`;
}

const key = (screen, label, command, data) =>
  html`<button type="button" class="btn" @click=${() => screen.send([command, data])}>${label}</button>`;

// -- A seat that somebody has ------------------------------------------------------------------------

function taken(screen, desk, lists, seat) {
  if (!screen.can("leave_seat")) return html`<p class="muted">${gettext("The floor seats people and sees them off.")}</p>`;
  const at = { seat: seat.seat };
  const { name } = seat;
  const pending = seat.pending && fill(gettext("%(pending)s of the stack is on its way from the last round."), { pending: dollars(seat.pending) });
  const goes = isOneOfTwo(seat) ? gettext("When he leaves, both seats are free and his chips go") : gettext("When he leaves, his chips go");
  return html`${seat.tppps ? html`<p>${fill(gettext("Proposition player of %(tppps)s."), seat)}</p>` : nothing}
    <div class="btn-row">${seat.away ? key(screen, fill(gettext("%(name)s is back"), { name }), "seat_back", at) : key(screen, fill(gettext("%(name)s is away"), { name }), "seat_away", at)}</div>
    ${chipsForm(screen, [seat])} ${countForm(screen, seat)} ${secondPosition(screen, seat)}
    ${isOneOfTwo(seat) ? nothing : moving(screen, desk, lists, seat)}
    ${seat.lacks ? html`<p>${fill(gettext("He bets more than he has: %(lacks)s is missing."), { lacks: dollars(seat.lacks) })}</p>` : nothing}
    <p class="muted">${fill(gettext("He has %(stack)s."), { stack: dollars(seat.stack) })} ${pending || nothing} ${goes}</p>
    <div class="btn-row">
      ${key(screen, fill(gettext("%(name)s leaves, to the cage"), { name }), "leave_seat", { ...at, chips: "cage" })}
      ${key(screen, fill(gettext("%(name)s leaves and carries them"), { name }), "leave_seat", { ...at, chips: "carries" })}
    </div>`;
}

/** The floor permits a second position beside the first, where the rules know one. */
function secondPosition(screen, seat) {
  if (!screen.can("second_position")) return nothing;
  if (isOneOfTwo(seat)) {
    return html`<p class="muted">${fill(gettext("Seats %(one)s and %(other)s are his, with one stack."), { one: seat.positions[0], other: seat.positions[1] })}</p>
      <div class="btn-row">${seat.positions.map((each) => key(screen, fill(gettext("Gives up seat %(seat)s"), { seat: each }), "give_up_position", { seat: each }))}</div>`;
  }
  const beside = screen.state.seats.filter(
    (each) => Math.abs(each.seat - seat.seat) === 1 && !each.taken && [undefined, seat.patron_id].includes(each.reserved_for),
  );
  if (!beside.length) return nothing;
  return html`<div class="btn-row">
    ${beside.map((each) => key(screen, fill(gettext("Second position: seat %(seat)s"), each), "second_position", { seat: seat.seat, to_seat: each.seat }))}
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
  const option = (id, name, to) => html`<option value="${id}:${to}">${fill(gettext("%(name)s, seat %(seat)s"), { name, seat: to })}</option>`;
  return html`<form class="form-grid" @submit=${move}>
    <label>${gettext("Moves to")} <select name="to">
      ${here.map((to) => option(table.id, gettext("here"), to))} ${others.flatMap((each) => each.free.map((to) => option(each.id, each.name, to)))}
    </select></label>
    <div class="btn-row"><button type="submit" class="btn">${fill(gettext("Move %(name)s"), seat)}</button></div>
  </form>`;
}

// -- A free seat ----------------------------------------------------------------------------------------

function free(screen, desk, lists, seat) {
  if (!screen.can("seat_player")) return html`<p class="muted">${gettext("The floor seats people.")}</p>`;
  const seated = new Set(screen.state.seats.map((each) => each.patron_id));
  const kept = { id: seat.reserved_for, name: seat.reserved_name };
  const found = seat.reserved_for ? [kept] : lists.patrons.filter((each) => !seated.has(each.id));
  const command = desk.reserving ? "reserve_seat" : "seat_player";
  const walk = (event) => walkKeys(event, event.currentTarget.querySelector("input"), event.currentTarget.querySelectorAll(".seat-found button"));
  return html`<div class="seat-people" @keydown=${walk}>${seat.reserved_for
      ? html`<div class="btn-row">${key(screen, gettext("Give the seat free"), "release_seat", { seat: seat.seat })}</div>`
      : html`<label>${desk.reserving ? gettext("For whom is it kept?") : gettext("Who sits down?")} <input class="seat-search" type="search" autocomplete="off" placeholder=${gettext("part of the name")} .value=${desk.search} @input=${(event) => screen.search(event.target.value)}></label>
          <label class="choice"><input type="checkbox" .checked=${desk.reserving} @change=${(event) => screen.reserve(event.target.checked)}> ${gettext("Reserve it only")}</label>`}
    <div class="btn-row seat-found">
      ${found.map((each) => key(screen, named(each, found), command, { seat: seat.seat, patron_id: each.id }))}
    </div>
    ${found.length || lists.more ? nothing : html`<p class="muted">${gettext("Nobody free is called that. The cage registers new people.")}</p>`}
    ${lists.more && !seat.reserved_for ? html`<p class="muted" role="status">${found.length ? gettext("There are more: type more of the name.") : gettext("Type a part of the name.")}</p>` : nothing}</div>`;
}
