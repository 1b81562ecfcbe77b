/* The irregularity guide: pick what happened, read what the texts say, and (the floor) decide.
   And the freezing of a round for a dispute. The same dialogs on the dealer's and the floor's screen. */
import { html, nothing } from "../vendor/lit-html.js";
import { fill, gettext } from "./i18n.js";
import { announce } from "./livemark.js";

const LEAST_REASON = 3;
const given = document.getElementById("irregularities");
const GUIDE = given ? JSON.parse(given.textContent) : [];
const DECISIONS = [
  ["go_on", gettext("Go on")],
  ["void", gettext("Void the round")],
  ["other", gettext("Something else, as written")],
];

/** The keys that lead here. `screen` sends commands and knows what the caller may do. */
export function irregularKeys(screen) {
  const { round } = screen.state;
  if (!round || round.final) return nothing;
  return html`<button type="button" class="btn" @click=${() => open("irregular-dialog")}>${gettext("Something irregular…")}</button>
    ${screen.can("freeze_round") ? html`<button type="button" class="btn" @click=${() => open("freeze-dialog")}>${gettext("Dispute: freeze…")}</button>` : nothing}
    ${screen.can("release_round") && screen.mayRunTable ? html`<button type="button" class="btn" @click=${() => screen.send(["release_round", {}])}>${gettext("Release the round")}</button>` : nothing}
    ${irregularDialog(screen)} ${freezeDialog(screen)}`;
}

const open = (id) => document.getElementById(id).showModal();
const close = (event) => event.target.closest("dialog").close();

function irregularDialog(screen) {
  const chosen = GUIDE.find((each) => each.incident === screen.desk.incident);
  const pick = (event) => {
    screen.desk.incident = event.target.value;
    screen.redraw();
    const found = GUIDE.find((each) => each.incident === event.target.value);
    announce(found ? found.answer : gettext("No text speaks of it: the floor rules."));
  };
  const submit = (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const reason = (form.get("reason") || "").trim();
    if (!form.get("decision") || reason.length < LEAST_REASON) return;
    close(event);
    screen.send(["rule", { incident: form.get("incident") || "", decision: form.get("decision"), reason }]);
    event.target.reset();
  };
  return html`<dialog id="irregular-dialog" data-of-round class="irregular" aria-labelledby="irregular-title">
    <form class="form-grid" @submit=${submit}>
      <h2 id="irregular-title">${gettext("What happened?")}</h2>
      <label>${gettext("What happened")} <select name="incident" @change=${pick}>
        <option value="">${gettext("something else")}</option>
        ${GUIDE.map((each) => html`<option value=${each.incident} ?selected=${each === chosen}>${each.title}</option>`)}
      </select></label>
      ${answer(chosen)}
      ${screen.mayRunTable && screen.can("rule")
        ? ruling(chosen)
        : html`<p class="notice notice-needs">${gettext("Call the floor. Touch no card and no chip until it has ruled.")}</p>`}
      <div class="btn-row btn-row-end">
        <button type="button" class="btn" @click=${close}>${gettext("Back")}</button>
        ${screen.mayRunTable && screen.can("rule") ? html`<button type="submit" class="btn btn-stop">${gettext("Write the ruling down")}</button>` : nothing}
      </div>
    </form>
  </dialog>`;
}

/** What the pack's text says with its clause, or that it is silent and what the others say. */
function answer(chosen) {
  if (!chosen) return html`<p>${gettext("No text speaks of it: the floor rules.")}</p>`;
  return html`<div class="irregular-answer">
    <p><strong>${chosen.answer}</strong></p>
    ${chosen.sayings.map((said) => html`<blockquote><p>“${said.words}”</p><footer class="muted">${said.clause}: ${said.remedy}</footer></blockquote>`)}
  </div>`;
}

function ruling(chosen) {
  const ordered = chosen?.ordered === "void";
  return html`<fieldset class="irregular-decision"><legend>${gettext("Ruling")}</legend>
      ${DECISIONS.filter(([value]) => !ordered || value === "void").map(([value, label]) => html`<label class="choice"><input type="radio" name="decision" value=${value} required ?checked=${chosen?.proposed === value}> ${label}</label>`)}
    </fieldset>
    <p class="muted">${gettext("Void gives every wager and W back, the fee too where the rules say so.")}</p>
    <label>${gettext("Reason")} <input name="reason" minlength=${LEAST_REASON} maxlength="200" required autocomplete="off"></label>`;
}

function freezeDialog(screen) {
  const submit = (event) => {
    event.preventDefault();
    const reason = (new FormData(event.target).get("reason") || "").trim();
    if (reason.length < LEAST_REASON) return;
    close(event);
    screen.send(["freeze_round", { reason }]);
    event.target.reset();
  };
  return html`<dialog id="freeze-dialog" data-of-round aria-labelledby="freeze-title">
    <form class="form-grid" @submit=${submit}>
      <h2 id="freeze-title">${fill(gettext("Freeze round %(round)s?"), { round: screen.state.round?.ref ?? "" })}</h2>
      <p>${gettext("Nothing moves it until the floor rules, voids or releases it. Every screen says so.")}</p>
      <label>${gettext("What is disputed")} <input name="reason" minlength=${LEAST_REASON} maxlength="200" required autocomplete="off"></label>
      <div class="btn-row btn-row-end">
        <button type="button" class="btn" @click=${close}>${gettext("Back")}</button>
        <button type="submit" class="btn btn-stop">${gettext("Freeze it")}</button>
      </div>
    </form>
  </dialog>`;
}
