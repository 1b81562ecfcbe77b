/* The bar under the felt: what is rare. The dealer asks the floor for what only the floor may do. */
import { html, nothing } from "../../vendor/lit-html.js";

const VOID_REASONS = [
  "A card was exposed in the deal",
  "Wrong number of cards",
  "Cards were dealt out of order",
  "The shuffler or shoe failed",
];

export function actionsBar(screen) {
  const { state, desk } = screen;
  const phase = state.round?.phase;
  const over = !phase || phase === "settled" || phase === "void";
  const betting = phase === "betting";
  return html`
    ${betting && screen.can("offer_bank") && !desk.offering
      ? html`<button type="button" class="btn" @click=${() => screen.change({ offering: true, selected: null, draft: null })}>Offer the button</button>`
      : nothing}
    ${betting && !state.round.hands.length
      ? html`<button type="button" class="btn" @click=${() => screen.send(["pass_bank", {}])}>Seat ${state.round.bank.seat} passes</button>`
      : nothing}
    ${!over && screen.mayRunTable
      ? html`<button type="button" class="btn btn-stop" @click=${() => document.getElementById("void-dialog").showModal()}>Void this round…</button>`
      : nothing}
    ${!over && !screen.mayRunTable ? html`<span class="muted">Something irregular? Call the floor: they can void the round.</span>` : nothing}
    ${voidDialog(screen)}`;
}

function voidDialog(screen) {
  const close = () => document.getElementById("void-dialog").close();
  const submit = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const reason = (form.get("other") || form.get("reason") || "").trim();
    if (reason.length < 3) return;
    close();
    await screen.send(["void_round", { reason }]);
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
