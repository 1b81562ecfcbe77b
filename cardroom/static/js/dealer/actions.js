/* The bar under the felt: what is rare. The dealer asks the floor for what only the floor may do. */
import { html, nothing } from "../../vendor/lit-html.js";
import { fill, gettext } from "../i18n.js";
import { irregularKeys } from "../irregular.js";
import { chipsForm } from "../seat-chips.js";
import { fromTheLeftOfTheBank, houseBanks } from "../words.js";
import { hasResults } from "./results.js";

const VOID_REASONS = [
  gettext("A card was exposed in the deal"),
  gettext("Wrong number of cards"),
  gettext("Cards were dealt out of order"),
  gettext("The shuffler or shoe failed"),
];
const LEAST_REASON = 3;

export function actionsBar(screen) {
  const { state, desk } = screen;
  const phase = state.round?.phase;
  const over = !phase || phase === "settled" || phase === "void";
  const betting = phase === "betting";
  return html`
    ${betting && screen.can("offer_bank") && !desk.offering
      ? key(gettext("Offer the button"), () => screen.change({ offering: true, selected: null, draft: null }))
      : nothing}
    ${betting && screen.can("pass_bank") && !state.round.hands.length
      ? key(fill(gettext("Seat %(seat)s passes"), { seat: state.round.bank.seat }), () => screen.send(["pass_bank", {}]))
      : nothing}
    ${screen.can("set_button") && screen.mayRunTable ? key(gettext("Action button…"), () => open("button-dialog")) : nothing}
    ${screen.can("void_round") && screen.mayRunTable ? key(gettext("Void…"), () => open("void-dialog"), "btn-stop") : nothing}
    ${betting && screen.can("undo") ? key(gettext("Undo"), () => screen.send(["undo", {}])) : nothing}
    ${screen.can("change_decision") ? key(gettext("Change a decision…"), () => open("decision-dialog")) : nothing}
    ${state.round?.phase === "pay" && hasResults(state) && screen.can("enter_result")
      ? key(gettext("Change a result…"), () => screen.change({ selected: "results", draft: null }))
      : nothing}
    ${screen.can("sell_chips") && state.seats.some((seat) => seat.taken) ? key(gettext("Chips"), () => open("chips-dialog")) : nothing}
    ${state.table.status === "open" ? html`<a class="btn" href="/tables/${state.table.id}/chips/">${gettext("Fill")}</a>` : nothing}
    ${irregularKeys(screen)}
    ${voidDialog(screen)} ${buttonDialog(screen)} ${decisionDialog(screen)} ${chipsDialog(screen)}`;
}

const key = (label, run, kind = "") => html`<button type="button" class="btn ${kind}" @click=${run}>${label}</button>`;
const open = (id) => document.getElementById(id).showModal();
const close = (event) => event.target.closest("dialog").close();

function chipsDialog(screen) {
  const seats = screen.state.seats.filter((seat) => seat.taken);
  const done = (sent) => {
    if (sent) document.getElementById("chips-dialog").close();
  };
  return html`<dialog id="chips-dialog" aria-labelledby="chips-title">
    <h2 id="chips-title">${gettext("Chips")}</h2>
    ${chipsForm(screen, seats, done)}
    <p class="muted">${gettext("What the room refuses is said beside the felt.")}</p>
    <div class="btn-row btn-row-end"><button type="button" class="btn" @click=${close}>${gettext("Back to the table")}</button></div>
  </dialog>`;
}

function voidDialog(screen) {
  const submit = (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const reason = (form.get("other") || form.get("reason") || "").trim();
    if (reason.length < LEAST_REASON) return;
    close(event);
    screen.send(["void_round", { reason }]);
  };
  return html`<dialog id="void-dialog" data-of-round aria-labelledby="void-title">
    <form class="form-grid" @submit=${submit}>
      <h2 id="void-title">${fill(gettext("Void round %(round)s?"), { round: screen.state.round?.ref ?? "" })}</h2>
      <p>${houseBanks(screen.state.table) ? gettext("Every wager goes back. The cards are out of play.") : gettext("Every wager and W go back. The cards are out of play. The hand does not count for the rotation.")}</p>
      ${VOID_REASONS.map((reason, i) => html`<label class="choice"><input type="radio" name="reason" value=${reason} ?checked=${i === 0}> ${reason}</label>`)}
      <label>${gettext("Another reason")} <input name="other" maxlength="200" autocomplete="off"></label>
      <div class="btn-row btn-row-end">
        <button type="button" class="btn" @click=${close}>${gettext("Keep the round")}</button>
        <button type="submit" class="btn btn-stop">${gettext("Void it")}</button>
      </div>
    </form>
  </dialog>`;
}

/** A fold or a play that was keyed wrong; it can be changed until the round is closed. */
function decisionDialog(screen) {
  const { round } = screen.state;
  const hands = round?.bank ? fromTheLeftOfTheBank(round.hands, round.bank.seat) : [];
  const change = (hand) => (event) => {
    close(event);
    screen.send(["change_decision", { seat: hand.seat, decision: hand.decision === "fold" ? "play" : "fold" }]);
  };
  return html`<dialog id="decision-dialog" data-of-round aria-labelledby="decision-title">
    <div class="form-grid">
      <h2 id="decision-title">${gettext("Change a decision")}</h2>
      <p>${gettext("Both are kept: what was keyed, and the change. The play wager moves with it.")}</p>
      <div class="seat-choices">
        ${hands.filter((hand) => hand.decision).map((hand) => html`<button type="button" class="btn" @click=${change(hand)}>${fill(hand.decision === "fold" ? gettext("Seat %(seat)s plays after all") : gettext("Seat %(seat)s folds after all"), hand)}</button>`)}
      </div>
      <div class="btn-row btn-row-end"><button type="button" class="btn" @click=${close}>${gettext("Leave them")}</button></div>
    </div>
  </dialog>`;
}

function buttonDialog(screen) {
  const { round } = screen.state;
  const submit = (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const reason = (form.get("reason") || "").trim();
    if (!form.get("seat") || reason.length < LEAST_REASON) return;
    close(event);
    screen.send(["set_button", { seat: Number(form.get("seat")), reason }]);
  };
  return html`<dialog id="button-dialog" data-of-round aria-labelledby="button-title">
    <form class="form-grid" @submit=${submit}>
      <h2 id="button-title">${gettext("Move the action button")}</h2>
      <p>${gettext("It stands where the up-card put it. Moving it is a ruling: the reason is kept.")}</p>
      <div class="seat-choices">
        ${(round?.hands ?? []).map((hand) => html`<label class="choice"><input type="radio" name="seat" value=${hand.seat} required> ${fill(gettext("seat %(seat)s"), hand)}</label>`)}
      </div>
      <label>${gettext("Reason")} <input name="reason" minlength=${LEAST_REASON} maxlength="200" required autocomplete="off"></label>
      <div class="btn-row btn-row-end">
        <button type="button" class="btn" @click=${close}>${gettext("Leave it")}</button>
        <button type="submit" class="btn btn-stop">${gettext("Move it")}</button>
      </div>
    </form>
  </dialog>`;
}
