/* The bar under the felt: what is rare. The dealer asks the floor for what only the floor may do. */
import { html, nothing } from "../../vendor/lit-html.js";

const VOID_REASONS = [
  "A card was exposed in the deal",
  "Wrong number of cards",
  "Cards were dealt out of order",
  "The shuffler or shoe failed",
];
const LEAST_REASON = 3;

export function actionsBar(screen) {
  const { state, desk } = screen;
  const phase = state.round?.phase;
  const over = !phase || phase === "settled" || phase === "void";
  const betting = phase === "betting";
  return html`
    ${betting && screen.can("offer_bank") && !desk.offering
      ? key("Offer the button", () => screen.change({ offering: true, selected: null, draft: null }))
      : nothing}
    ${betting && screen.can("pass_bank") && !state.round.hands.length
      ? key(`Seat ${state.round.bank.seat} passes`, () => screen.send(["pass_bank", {}]))
      : nothing}
    ${screen.can("set_button") && screen.mayRunTable ? key("Move the action button…", () => open("button-dialog")) : nothing}
    ${screen.can("void_round") && screen.mayRunTable ? key("Void this round…", () => open("void-dialog"), "btn-stop") : nothing}
    ${!over && !screen.mayRunTable ? html`<span class="muted">Something irregular? Call the floor.</span>` : nothing}
    ${voidDialog(screen)} ${buttonDialog(screen)}`;
}

const key = (label, run, kind = "") => html`<button type="button" class="btn ${kind}" @click=${run}>${label}</button>`;
const open = (id) => document.getElementById(id).showModal();
const close = (event) => event.target.closest("dialog").close();

function voidDialog(screen) {
  const submit = (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const reason = (form.get("other") || form.get("reason") || "").trim();
    if (reason.length < LEAST_REASON) return;
    close(event);
    screen.send(["void_round", { reason }]);
  };
  return html`<dialog id="void-dialog" aria-labelledby="void-title">
    <form class="form-grid" @submit=${submit}>
      <h2 id="void-title">Void round ${screen.state.round?.ref ?? ""}?</h2>
      <p>Every wager and W go back. The cards are out of play. The hand does not count for the rotation.</p>
      ${VOID_REASONS.map((reason, i) => html`<label class="choice"><input type="radio" name="reason" value=${reason} ?checked=${i === 0}> ${reason}</label>`)}
      <label>Another reason <input name="other" maxlength="200" autocomplete="off"></label>
      <div class="btn-row btn-row-end">
        <button type="button" class="btn" @click=${close}>Keep the round</button>
        <button type="submit" class="btn btn-stop">Void it</button>
      </div>
    </form>
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
  return html`<dialog id="button-dialog" aria-labelledby="button-title">
    <form class="form-grid" @submit=${submit}>
      <h2 id="button-title">Move the action button</h2>
      <p>It stands where the up-card put it. Moving it is a ruling: the reason is kept.</p>
      <div class="seat-choices">
        ${(round?.hands ?? []).map((hand) => html`<label class="choice"><input type="radio" name="seat" value=${hand.seat} required> seat ${hand.seat}</label>`)}
      </div>
      <label>Reason <input name="reason" minlength=${LEAST_REASON} maxlength="200" required autocomplete="off"></label>
      <div class="btn-row btn-row-end">
        <button type="button" class="btn" @click=${close}>Leave it</button>
        <button type="submit" class="btn btn-stop">Move it</button>
      </div>
    </form>
  </dialog>`;
}
