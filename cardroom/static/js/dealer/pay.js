/* Pay: in pay order, one line at a time huge. Ticking is by tap, or he just goes on; a line that
   was passed over is named, and stops nobody. */
import { html, nothing } from "../../vendor/lit-html.js";
import { fill, gettext } from "../i18n.js";
import { dollars, inChips, plain } from "../money.js";
import { sentBack } from "../words.js";

const ROOMY = 9; // so many lines leave room for a large one

export function panel(screen) {
  const { round, table } = screen.state;
  const names = new Map(screen.state.seats.map((seat) => [seat.seat, seat.name ?? ""]));
  const lines = payLines(round, table, names);
  const { paid, paying } = screen.desk;
  const at = paying ?? Math.max(lines.findIndex((_, i) => !paid.has(i)), 0);
  const skipped = lines.filter((_, i) => !paid.has(i) && i < Math.max(...paid));
  return {
    title: html`${gettext("Pay")} <span class="tag tag-needs" role="status">${skipped.length ? fill(gettext("passed over: %(seats)s"), { seats: skipped.map((line) => line.tag).join(", ") }) : gettext("not final")}</span>`,
    body: html`${bigLine(lines[at], paid.has(at), lines.length > ROOMY, () => screen.change({ paid: toggled(paid, at), paying: null }))}
      <div class="pay-list">${lines.map((line, i) => row(line, paid.has(i), i === at, () => screen.change({ paying: i })))}</div>`,
    next: {
      label: gettext("Next round"),
      why: screen.can("close_round") ? "" : gettext("not yet"),
      run: () => screen.send(["close_round", {}]),
    },
  };
}

/** The set with `index` put in, or taken out if it was there. */
function toggled(set, index) {
  const next = new Set(set);
  if (!next.delete(index)) next.add(index);
  return next;
}

/** A line of the list: a tap shows it large. */
function row(line, paid, shown, show) {
  return html`<button type="button" class="btn btn-quiet pay-row ${paid ? "is-done" : ""}" aria-current=${shown ? "step" : "false"}
    aria-label=${fill(paid ? gettext("%(who)s: %(short)s, ticked off") : "%(who)s: %(short)s", line)} @click=${show}>
    <strong>${paid ? "✓ " : ""}${line.tag}</strong><span class="money">${line.short}</span></button>`;
}

/** The line that is paid now, as chips; a tap ticks it off and goes to the next. */
function bigLine(line, paid, tight, tick) {
  return html`<button type="button" class="btn pay-now ${tight ? "pay-now-tight" : ""}" aria-pressed=${paid ? "true" : "false"} @click=${tick}>
    <span class="pay-who">${paid ? "✓ " : ""}${line.who} <span class="muted">${line.name}</span></span>
    ${line.parts.map((part) => html`<span class="pay-part"><strong class="pay-verb">${part.verb} ${dollars(part.cents)}</strong>
      ${part.sum ? html`<span class="pay-sum">${part.sum}</span>` : nothing}
      ${part.chips ? html`<span class="pay-chips">${part.chips}</span>` : nothing}</span>`)}
  </button>`;
}

/** What the dealer does at each hand, in the order in which the wagers got action. */
export function payLines(round, table, names) {
  const bySeat = new Map(round.hands.map((hand) => [hand.seat, hand]));
  const hands = round.order.map((seat) => bySeat.get(seat));
  const lines = (parts) => hands.map((hand) => handLine(hand, names.get(hand.seat), parts(hand, table))).filter(Boolean);
  if (table.collects_first) return [...lines(takeParts), ...lines(giveParts), bankLine(round)];
  return [...lines((hand) => [...takeParts(hand), ...giveParts(hand, table)]), bankLine(round)];
}

function handLine(hand, name, parts) {
  if (!parts.length) return null;
  return {
    who: fill(gettext("Seat %(seat)s"), hand),
    tag: String(hand.seat),
    name: hand.decision === "fold" ? fill(gettext("%(name)s, folded"), { name }) : name,
    parts,
    short: parts.map((each) => `${each.verb.toLowerCase()} ${plain(each.cents)}`).join(", "),
  };
}

function takeParts(hand) {
  const taken = hand.lines.filter((line) => line.taken).map((line) => line.taken);
  return taken.length ? [part(gettext("TAKE"), taken)] : [];
}

/** What is paid or goes back; a hand of which nothing is taken either is a push. */
function giveParts(hand, table) {
  const paid = hand.lines.filter((line) => line.paid).map((line) => line.paid);
  const back = sentBack(hand) + refunded(hand);
  const parts = [];
  if (paid.length) parts.push({ ...part(gettext("PAY"), paid), chips: inChips(total(paid), table.chips) });
  if (back) parts.push({ verb: gettext("BACK"), cents: back });
  if (!parts.length && !takeParts(hand).length) {
    parts.push({ verb: gettext("PUSH"), cents: total(hand.lines.map((line) => line.stake)) });
  }
  return parts;
}

const total = (amounts) => amounts.reduce((sum, each) => sum + each, 0);

const part = (verb, amounts) => ({
  verb,
  cents: total(amounts),
  sum: amounts.length > 1 ? amounts.map(plain).join(" + ") : "",
});

/** Play wagers without action, because the player-dealer did not qualify. */
function refunded(hand) {
  return total(hand.lines.filter((line) => line.outcome === "refund").map((line) => line.stake));
}

function bankLine(round) {
  const { bank } = round;
  const sum = fill(gettext("took %(taken)s, paid %(paid)s"), { taken: plain(bank.taken), paid: plain(bank.paid) });
  if (!bank.seat) {
    const verb = bank.net < 0 ? gettext("PAYS") : gettext("WINS");
    const cents = Math.abs(bank.net);
    return { who: gettext("The house"), tag: gettext("House"), name: "", parts: [{ verb, cents, sum }], short: `${verb.toLowerCase()} ${plain(cents)}` };
  }
  const cents = bank.wager + bank.net;
  return {
    who: fill(gettext("Player-dealer %(seat)s"), bank),
    tag: gettext("D"),
    name: fill(gettext("W %(wager)s"), { wager: dollars(bank.wager) }),
    parts: [{ verb: gettext("GETS"), cents, sum }],
    short: fill(gettext("gets %(amount)s"), { amount: plain(cents) }),
  };
}
