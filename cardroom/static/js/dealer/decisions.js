/* Decisions: everybody stays unless his FOLD key is tapped; one tap says that all have decided. */
import { html, nothing } from "../../vendor/lit-html.js";
import { fill, gettext, ngettext } from "../i18n.js";
import { fromTheLeftOfTheBank } from "../words.js";

const ONE_COLUMN = 9;
const SAID = { play: gettext("says play"), fold: gettext("says FOLD") };

export function panel(screen) {
  const { state } = screen;
  const { round } = state;
  const hands = decides(round);
  const folds = saidFold(screen, hands);
  const columns = hands.length > ONE_COLUMN ? "folds folds-two" : "folds";
  return {
    title: gettext("Decisions"),
    body: html`<ol class="plain-list ${columns}">${hands.map((hand) => row(screen, hand))}</ol> ${away(screen)}`,
    next: {
      label: allDecided(folds),
      why: screen.can("decide_rest") ? "" : gettext("no hand to decide"),
      run: () => screen.send(asSaid(screen, folds)),
    },
  };
}

/** Who has folded at his own display, and is not entered yet. */
const saidFold = ({ state }, hands) =>
  hands.filter((hand) => hand.decision === null && state.seats[hand.seat - 1].said === "fold").map((hand) => hand.seat);

function allDecided(folds) {
  if (!folds.length) return gettext("All decided");
  return fill(ngettext("As said: seat %(seats)s folds", "As said: seats %(seats)s fold", folds.length), { seats: folds.join(", ") });
}

/** Everybody plays but the `folds` that the key named when it was tapped; they decide in order. */
function asSaid(screen, folds) {
  const commands = () => {
    const waiting = decides(screen.state.round).filter((hand) => hand.decision === null);
    if (!folds.length) return [["decide_rest", {}]];
    return waiting.map(({ seat }) => ["decide", { seat, decision: folds.includes(seat) ? "fold" : "play" }]);
  };
  commands.key = "all decided";
  return commands;
}

/** The hands that have something to decide: a pair plus alone needs no decision. */
const decides = (round) => fromTheLeftOfTheBank(round.hands, round.bank.seat).filter((hand) => hand.wagers.ante);

function row(screen, hand) {
  const { state } = screen;
  const seat = state.seats[hand.seat - 1];
  // A play wager that the stack does not cover can't be made; chips may be bought first.
  const short = hand.decision === null && (seat?.stack ?? Infinity) < toPlay(state.round, hand, seat);
  const turn = state.round.turn_seat === hand.seat;
  return html`<li class="fold-row ${turn ? "is-turn" : ""}">
    <span class="fold-seat">${hand.seat}</span>
    <span class="fold-name">${turn ? html`<strong class="tag tag-needs">${gettext("turn")}</strong> ` : nothing}${short ? html`<strong class="tag">${gettext("short of chips")}</strong> ` : nothing}${hand.decision === null && seat?.said ? html`<strong class="tag">${SAID[seat.said]}</strong> ` : nothing}${seat?.name ?? ""}</span>
    ${hand.decision
      ? html`<span class="fold-word">${hand.decision === "fold" ? gettext("folded") : gettext("plays")}</span>`
      : html`<button type="button" class="btn btn-stop fold-key" aria-label=${fill(gettext("Seat %(seat)s folds"), hand)}
          @click=${() => fold(screen, hand.seat)}>${gettext("FOLD")}</button>`}
  </li>`;
}

/** What it takes to play this hand and whatever its player plays before it, in cents. */
const toPlay = (round, hand, seat) =>
  decides(round)
    .filter((each) => each.decision === null && each.seat <= hand.seat && seat.positions?.includes(each.seat))
    .reduce((sum, each) => sum + each.wagers.ante, 0);

/** Nobody decides for a player who is away: the house way of the rules does, or he folds. */
function away(screen) {
  const { round, table } = screen.state;
  const seat = round.turn_seat;
  if (!seat || !screen.can("decide_away")) return nothing;
  const known = round.hands.find((hand) => hand.seat === seat)?.cards?.every(Boolean);
  const looked = table.source !== "electronic" && table.house_way && !known;
  const run = () =>
    looked
      ? screen.refuse(gettext("He is away: queen-high or better plays, less folds. Look at his cards, then tap FOLD or go on."))
      : screen.send(["decide_away", { seat }]);
  return html`<button type="button" class="btn away-key" @click=${run}>${fill(gettext("Seat %(seat)s is away"), { seat })}</button>`;
}

/** Whoever decided before him in turn and did not fold has played. */
function fold(screen, seat) {
  const commands = () => {
    const { round } = screen.state;
    const waiting = decides(round).filter((hand) => hand.decision === null).map((hand) => hand.seat);
    if (!waiting.includes(seat)) return [];
    const before = waiting.slice(0, waiting.indexOf(seat));
    return [
      ...before.map((each) => ["decide", { seat: each, decision: "play" }]),
      ["decide", { seat, decision: "fold" }],
    ];
  };
  commands.key = `fold ${seat}`;
  screen.send(commands);
}
