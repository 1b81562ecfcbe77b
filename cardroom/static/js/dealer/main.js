/* The house dealer's screen: the felt, and beside it the one thing to do now. */
import "../clock.js";
import "../cover.js";
import "../felt.js";
import { html, nothing, render } from "../../vendor/lit-html.js";
import { CommandDoor } from "../commands.js";
import { gettext } from "../i18n.js";
import { startPage } from "../page.js";
import { narrate } from "../narrate.js";
import { actionsBar } from "./actions.js";
import * as betting from "./betting.js";
import * as dealing from "./dealing.js";
import * as decisions from "./decisions.js";
import * as offer from "./offer.js";
import * as pay from "./pay.js";
import { Primary } from "./primary.js";

const root = document.getElementById("dealer");
const part = (name) => root.querySelector(`[data-${name}]`);
const felt = root.querySelector("cardroom-felt");
const { live, facts } = startPage(root);
const door = new CommandDoor(live, root.dataset.table);

/** What only this screen knows: the seat in hand, a bet being built, cards being keyed. */
const desk = {
  selected: null,
  draft: null,
  cards: null,
  paid: new Set(),
  paying: null,
  offering: false,
  more: null,
  note: "",
  incident: "",
};

const screen = {
  desk,
  door,
  get state() {
    return live.state;
  },
  mayRunTable: root.dataset.floor === "yes",
  can: (command) => live.state.can.includes(command),
  /** Sends commands; what they belonged to on this screen is put away once they are done. */
  async send(...commands) {
    desk.note = "";
    const { selected } = desk;
    const done = await door.send(...commands);
    if (done && desk.selected === selected) Object.assign(desk, { selected: null, draft: null, cards: null });
    draw();
    return done;
  },
  /** Sends commands while the screen already goes on with something else. */
  sendBeside(...commands) {
    door.send(...commands);
  },
  /** Says why a tap did nothing. */
  redraw: () => draw(),
  refuse(sentence) {
    desk.note = sentence;
    draw();
  },
  /** What follows from an answer; a sentence that stands there was not read yet, and stays. */
  keep(values) {
    Object.assign(desk, values);
    draw();
  },
  /** What a tap changes; it ends the sentence about the tap before it. */
  change(values) {
    Object.assign(desk, { note: "" }, values);
    door.clearError();
    draw();
  },
};

const primary = new Primary(draw);

/** The step the table is at: which panel is drawn. */
function stepNow(state) {
  const phase = state.round?.phase;
  const over = !phase || phase === "settled" || phase === "void";
  if (state.table.status !== "open") return offer.closed;
  if (over || desk.offering) return offer.panel;
  if (state.round.frozen) return frozen;
  if (desk.selected !== null && dealing.canKey(state, desk.selected)) return dealing.keyAgain;
  return {
    betting: betting.panel,
    deal: dealing.deal,
    decisions: decisions.panel,
    reveal: dealing.reveal,
    pay: pay.panel,
  }[phase];
}

/** A dispute: nothing moves until the floor has ruled. */
function frozen({ state }) {
  return {
    title: html`${gettext("Frozen")} <span class="tag tag-needs">${gettext("not final")}</span>`,
    body: html`<p class="dealer-sentence">${state.round.frozen_why}</p>
      <p>${gettext("Nothing moves until the floor rules, voids the round or releases it.")}</p>
      <p><a class="btn" href="/rounds/${state.round.id}/dispute/">${gettext("Dispute sheet")}</a></p>`,
    next: { label: gettext("Frozen"), why: gettext("the floor rules or releases it"), run: async () => false },
  };
}

function draw() {
  const state = live.state;
  const { title, body, next, tray } = stepNow(state)(screen);
  felt.selected = desk.selected;
  render(
    html`<h2 class="dealer-step">${title}</h2>
      <div class="dealer-body-part">${body}</div>
      ${primary.key(next, live, door)}`,
    part("panel"),
  );
  render(tray ?? html`<cardroom-cover .state=${state}></cardroom-cover>`, part("tray"));
  render(actionsBar(screen), part("actions"));
  render(said(), part("said"));
}

/** The error line: what happened and what was kept; or the tap that is still on its way. */
function said() {
  if (door.pending) return html`<p class="notice notice-needs" role="status">${door.pending}</p>`;
  const text = desk.note || door.error;
  return text ? html`<p class="error-line" role="alert">${text}</p>` : nothing;
}

live.addEventListener("state", ({ detail: { state, before } }) => {
  if (before?.round?.ref !== state.round?.ref || before?.round?.phase !== state.round?.phase) {
    Object.assign(desk, { selected: null, draft: null, cards: null, paid: new Set(), paying: null, offering: false });
  }
  felt.state = state;
  facts(state);
  narrate(before, state);
  draw();
});
door.addEventListener("change", draw);
felt.addEventListener("seat", ({ detail: seat }) => {
  if (live.state.round?.phase === "betting") betting.tapSeat(screen, seat);
  else dealing.tapHand(screen, seat);
});
felt.addEventListener("bank", () => {
  if (live.state.round?.phase === "betting") betting.tapBank(screen);
  else dealing.tapHand(screen, "bank");
});

felt.state = live.state;
facts(live.state);
draw();
live.start();
