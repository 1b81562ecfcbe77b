/* Betting: W first, then the bets. Repeat is one tap; only exceptions are entered. */
import { html, nothing } from "../../vendor/lit-html.js";
import { fill, gettext } from "../i18n.js";
import { dollars } from "../money.js";
import { houseBanks, WAGERS } from "../words.js";

/** The wagers of these rules beside the ante. */
const sides = (screen) => screen.state.table.kinds.filter((kind) => kind !== "ante");

export function panel(screen) {
  const { round, seats } = screen.state;
  const { desk } = screen;
  const house = houseBanks(screen.state.table);
  // Cashed out since, at the window; once for a player at two positions.
  const beyond = seats.filter((seat) => seat.lacks && seat.positions[0] === seat.seat);
  if (!house && (desk.selected === "bank" || !round.bank.wager)) return wagerStep(screen);
  if (desk.selected !== null) return betStep(screen);
  return {
    title: gettext("Betting"),
    body: html`${beyond.map(beyondNotice)} ${house ? trayFacts(round) : html`${coverFacts(round)} ${fees(round)}`}
      <p class="muted">${gettext("Tap a seat to set or change its bet.")}</p>
      <button type="button" class="btn dealer-wide" aria-disabled=${canRepeat(screen) ? "false" : "true"}
        @click=${() => canRepeat(screen) && screen.send(["repeat_bets", {}])}>${gettext("Repeat all bets")}</button>`,
    next: {
      label: gettext("No more bets"),
      why: whyNot(screen, beyond),
      run: () => screen.send(["no_more_bets", {}]),
    },
  };
}

const beyondNotice = (seat) =>
  html`<p class="notice notice-needs">${fill(gettext("Seat %(seat)s bets more than he has: %(lacks)s is missing. He buys chips, or takes the bet back."), { seat: seat.seat, lacks: dollars(seat.lacks) })}</p>`;

function whyNot(screen, beyond) {
  if (beyond.length) return fill(gettext("seat %(seat)s has too few chips"), beyond[0]);
  return screen.can("no_more_bets") ? "" : gettext("no bet yet: tap a seat");
}

// -- What the tray holds, where the house banks ----------------------------------------------------

function trayFacts({ tray, worst_case: worst, sweep }) {
  const short = sweep - tray;
  return html`<dl class="facts-list dealer-facts">
      <dt>${gettext("tray")}</dt>
      <dd class="amount-big">${dollars(tray)}</dd>
      <dt>${gettext("worst case")}</dt>
      <dd class="amount">${dollars(worst ?? 0)}</dd>
    </dl>
    ${tray < 0
      ? html`<p class="notice notice-needs">${fill(gettext("The tray is %(short)s below zero: ask for a fill. The players are paid all the same."), { short: dollars(-tray) })}</p>`
      : short > 0
        ? html`<p class="notice notice-needs">${fill(gettext("The tray is %(short)s short of a win of every hand: ask for a fill."), { short: dollars(short) })}</p>`
        : nothing}`;
}

// -- What W covers -------------------------------------------------------------------------------

function coverFacts(round) {
  const wager = round.bank.wager;
  const sweep = round.sweep ?? 0;
  const reach = sweep ? Math.min(100, Math.round((100 * wager) / sweep)) : 100;
  const enough = wager >= sweep;
  return html`<dl class="facts-list dealer-facts">
      <dt>${fill(gettext("W, seat %(seat)s"), round.bank)}</dt>
      <dd class="amount-big">${dollars(wager)}</dd>
      <dt>${gettext("worst case")}</dt>
      <dd class="amount">${dollars(round.worst_case ?? 0)}</dd>
    </dl>
    <div class="sweep" role="img" aria-label=${enough ? gettext("W covers a loss of every hand") : gettext("W does not cover a loss of every hand")}>
      <div class="sweep-bar"><div class="sweep-fill" .style=${`width:${reach}%`}></div></div>
      <p>${sweepWords(wager, sweep)}</p>
    </div>`;
}

function sweepWords(wager, sweep) {
  if (!sweep) return gettext("No bets yet.");
  if (wager >= sweep) return fill(gettext("Sweep %(sweep)s: covered"), { sweep: dollars(sweep) });
  return fill(gettext("Sweep %(sweep)s: %(short)s short"), { sweep: dollars(sweep), short: dollars(sweep - wager) });
}

function fees(round) {
  return html`<dl class="facts-list dealer-facts">
    <dt>${gettext("fees due")}</dt>
    <dd class="amount">${dollars(round.fees_total ?? 0)}</dd>
  </dl>`;
}

function canRepeat(screen) {
  const { seats, round } = screen.state;
  const betting = new Set(round.hands.map((hand) => hand.seat));
  return (
    screen.can("repeat_bets") &&
    seats.some((s) => Object.keys(s.last_bets ?? {}).length && !s.away && !betting.has(s.seat) && s.seat !== round.bank.seat)
  );
}

// -- W -------------------------------------------------------------------------------------------

function wagerStep(screen) {
  const { table, round, seats } = screen.state;
  const { desk } = screen;
  const seat = seats[round.bank.seat - 1];
  const [least, most] = table.limits.bank;
  const has = seat.chips ?? 0;
  const last = Math.min(round.suggested_wager ?? 0, has, most);
  const cents = desk.draft?.bank ?? round.bank.wager ?? last;
  const set = (value) => {
    if (value > most) return screen.refuse(fill(gettext("W can’t be %(wager)s: the limit is %(limit)s."), { wager: dollars(value), limit: dollars(most) }));
    if (value > has) return screen.refuse(fill(gettext("Seat %(seat)s has %(has)s."), { seat: seat.seat, has: dollars(has) }));
    return screen.change({ selected: "bank", draft: { bank: value } });
  };
  return {
    title: "W",
    body: html`<p class="dealer-sentence">${fill(gettext("Seat %(seat)s %(name)s banks. What does he put up?"), { seat: seat.seat, name: seat.name ?? "" })}</p>
      <p class="pad-amount">${cents ? dollars(cents) : "–"}</p>
      ${chipPad(stacksFor(table.chips, most), (chip) => set((desk.draft?.bank ?? 0) + chip))}
      <div class="btn-row">
        <button type="button" class="btn" @click=${() => screen.change({ draft: { bank: 0 }, selected: "bank" })}>${gettext("Clear")}</button>
        ${last >= least
          ? html`<button type="button" class="btn" @click=${() => set(last)}>${fill(last === round.suggested_wager ? gettext("As last %(wager)s") : gettext("All he has %(wager)s"), { wager: dollars(last) })}</button>`
          : nothing}
        ${round.bank.wager ? html`<button type="button" class="btn" @click=${() => screen.change({ selected: null, draft: null })}>${gettext("Leave it")}</button>` : nothing}
      </div>
      ${!round.bank.wager && desk.draft === null && last >= least && canRepeat(screen)
        ? html`<button type="button" class="btn dealer-wide" @click=${() => screen.send(["post_bank_wager", { cents: last }], ["repeat_bets", {}])}>${fill(gettext("All as last: W %(wager)s and every bet"), { wager: dollars(last) })}</button>`
        : nothing}
      <p class="muted">${fill(gettext("He has %(has)s. W is %(least)s to %(most)s."), { has: dollars(has), least: dollars(least), most: dollars(most) })}</p>`,
    next: {
      label: cents ? fill(gettext("Post W %(wager)s"), { wager: dollars(cents) }) : gettext("Post W"),
      why: !cents ? gettext("tap chips") : cents < least ? fill(gettext("at least %(least)s"), { least: dollars(least) }) : "",
      run: () => screen.send(["post_bank_wager", { cents }]),
    },
  };
}

/** W is large: beside the chips, stacks of five and ten of the largest. */
function stacksFor(chips, most) {
  const largest = Math.max(...chips);
  return [...chips, 5 * largest, 10 * largest].filter((amount) => amount <= most);
}

export function tapBank(screen) {
  if (houseBanks(screen.state.table)) return;
  if (screen.desk.selected === "bank") screen.change({ selected: null, draft: null });
  else leaveSeat(screen, () => screen.change({ selected: "bank", draft: null }));
}

// -- Bets ------------------------------------------------------------------------------------------

const wagersAt = (screen, seat) =>
  screen.state.round.hands.find((hand) => hand.seat === seat)?.wagers ?? {};

/** A tapped seat comes under the pad; the bet that was being built is set first. */
export function tapSeat(screen, number) {
  const { state, desk } = screen;
  const seat = state.seats[number - 1];
  if (number === state.round.bank.seat) return tapBank(screen);
  if (!seat.taken) return screen.refuse(fill(gettext("Seat %(seat)s is free. The floor seats people."), { seat: number }));
  if (!houseBanks(state.table) && !state.round.bank.wager) return screen.refuse(gettext("W first: the player-dealer posts it."));
  if (desk.selected === number) return screen.change({ selected: null, draft: null });
  return leaveSeat(screen, () => screen.change({ selected: number, draft: { row: "ante" } }));
}

/** The bet on the pad is set as the finger goes to the next seat, which comes up at once. */
function leaveSeat(screen, then) {
  const commands = changes(screen);
  const fault = commands.length ? wrong(screen) : "";
  if (fault) return screen.refuse(fill(gettext("Seat %(seat)s: %(fault)s. Set it or clear it first."), { seat: screen.desk.selected, fault }));
  if (commands.length) screen.sendBeside(...commands);
  return then();
}

/** What the pad shows for a wager: what was keyed here, else what lies on the table now. */
const shown = (screen, kind) => screen.desk.draft[kind] ?? wagersAt(screen, screen.desk.selected)[kind] ?? 0;

/** The commands that make the table's bet what the pad shows. What stands on an ante goes first. */
function changes(screen) {
  const { selected: seat, draft } = screen.desk;
  if (typeof seat !== "number" || !draft) return [];
  const wagers = wagersAt(screen, seat);
  const kinds = shown(screen, "ante") ? ["ante", ...sides(screen)] : [...sides(screen), "ante"];
  return kinds
    .filter((kind) => draft[kind] !== undefined && (wagers[kind] ?? 0) !== draft[kind])
    .map((kind) => ["place_wager", { seat, kind, cents: draft[kind] }]);
}

/** Why the bet on the pad can't be set yet; empty where it can. */
function wrong(screen) {
  const { limits, kinds } = screen.state.table;
  if (kinds.includes("bonus") && shown(screen, "bonus") && !shown(screen, "ante")) return gettext("a bonus needs an ante");
  for (const kind of kinds) {
    const least = limits[kind]?.[0] ?? 0;
    if (shown(screen, kind) && shown(screen, kind) < least) return fill(gettext("%(wager)s at least %(least)s"), { wager: WAGERS[kind].toLowerCase(), least: dollars(least) });
  }
  return "";
}

function betStep(screen) {
  const { state, desk } = screen;
  const { draft } = desk;
  const seat = state.seats[desk.selected - 1];
  const last = seat.last_bets ?? {};
  const put = (kind, cents) => {
    const fault = tooMuch(screen, seat, kind, cents);
    const wanted = { ...draft, row: kind, [kind]: cents };
    if (!fault) return screen.change({ draft: wanted, more: null });
    const short = missing(screen, seat, kind, cents);
    desk.more = short ? { seat: seat.seat, cents: short, wanted } : null;
    return screen.refuse(fault);
  };
  const commands = changes(screen);
  return {
    title: fill(gettext("Seat %(seat)s %(name)s"), { seat: seat.seat, name: seat.name ?? "" }),
    body: html`<div class="pad-rows" role="group" aria-label=${gettext("Wager")}>
        ${state.table.kinds.filter((kind) => state.table.limits[kind]).map((kind) => padRow(screen, kind))}
      </div>
      ${chipPad(state.table.chips, (chip) => put(draft.row, shown(screen, draft.row) + chip), state.table.kinds.length > 2 ? "chips-row" : "")}
      <div class="btn-row">
        <button type="button" class="btn" @click=${() => put(draft.row, 0)}>${fill(gettext("Clear %(wager)s"), { wager: WAGERS[draft.row].toLowerCase() })}</button>
        ${betWords(screen, last)
          ? html`<button type="button" class="btn" @click=${() => screen.change({ draft: asLast(screen, last) })}>${fill(gettext("Same as last: %(bets)s"), { bets: betWords(screen, last) })}</button>`
          : nothing}
      </div>
      ${hasMore(screen, seat)}
      <p class="muted">${fill(gettext("Stack %(stack)s"), { stack: dollars(seat.stack ?? 0) })}</p>`,
    next: {
      label: commands.length ? fill(gettext("Set seat %(seat)s"), seat) : gettext("Leave it"),
      why: commands.length ? wrong(screen) : "",
      run: async () => {
        if (commands.length) return screen.send(...commands);
        screen.change({ selected: null, draft: null });
        return false;
      },
    },
  };
}

/** A bet beyond the stack, within the limit: chips from his pocket make it. */
function hasMore(screen, seat) {
  const { more } = screen.desk;
  if (more?.seat !== seat.seat) return nothing;
  const add = () => {
    screen.sendBeside(["chips_from_pocket", { seat: seat.seat, cents: more.cents }]);
    screen.change({ more: null, draft: more.wanted });
  };
  return html`<div class="has-more"><span>${gettext("He has more?")}</span>
    <button type="button" class="btn" @click=${add}>${fill(gettext("Add %(more)s from the pocket"), { more: dollars(more.cents) })}</button></div>`;
}

function padRow(screen, kind) {
  const { draft } = screen.desk;
  const [least, most] = screen.state.table.limits[kind];
  return html`<button type="button" class="btn pad-row" aria-pressed=${draft.row === kind ? "true" : "false"}
    @click=${() => screen.change({ draft: { ...draft, row: kind } })}>
    <span>${WAGERS[kind]} <span class="pad-limits">${dollars(least)}–${dollars(most)}</span></span>
    <strong>${shown(screen, kind) ? dollars(shown(screen, kind)) : "–"}</strong>
  </button>`;
}

function tooMuch(screen, seat, kind, cents) {
  const { limits } = screen.state.table;
  const most = limits[kind][1];
  if (cents > most) {
    const values = { seat: seat.seat, wager: WAGERS[kind].toLowerCase(), amount: dollars(cents), limit: dollars(most) };
    if (kind === "ante") return fill(gettext("Seat %(seat)s can’t bet %(amount)s: the limit is %(limit)s."), values);
    return fill(gettext("Seat %(seat)s can’t bet a %(wager)s of %(amount)s: the limit is %(limit)s."), values);
  }
  if (!missing(screen, seat, kind, cents)) return "";
  return fill(gettext("Seat %(seat)s has %(chips)s in chips."), { seat: seat.seat, chips: dollars(seat.chips ?? 0) });
}

/** What a seat lacks for this bet beside its player's others, in cents; 0 within limit and stack. */
function missing(screen, seat, kind, cents) {
  if (cents > screen.state.table.limits[kind][1]) return 0;
  const other = screen.state.table.kinds.reduce((sum, each) => sum + (each === kind ? 0 : shown(screen, each)), 0);
  return Math.max(cents + other + laidBeside(screen.state, seat) - (seat.chips ?? 0), 0);
}

/** What the same player has bet at his other position, in cents. */
function laidBeside({ round }, seat) {
  const beside = round.hands.filter((hand) => hand.seat !== seat.seat && seat.positions?.includes(hand.seat));
  return beside.flatMap((hand) => Object.values(hand.wagers)).reduce((sum, cents) => sum + cents, 0);
}

const asLast = ({ state }, last) => ({
  ...Object.fromEntries(state.table.kinds.map((kind) => [kind, last[kind] ?? 0])),
  row: "ante",
});

const betWords = ({ state }, last) =>
  state.table.kinds.map((kind) => last[kind]).filter(Boolean).map(dollars).join(" + ");

// -- Chips -----------------------------------------------------------------------------------------

function chipPad(chips, add, kind = "") {
  return html`<div class="chips ${kind}" role="group" aria-label=${gettext("Chips")}>
    ${chips.map((chip) => html`<button type="button" class="btn chip" @click=${() => add(chip)}>+${dollars(chip)}</button>`)}
  </div>`;
}
