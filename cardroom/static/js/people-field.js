/* A field for a person: who is found stands below as it is typed, and is taken by a tap or by Enter. */
import { html, nothing, render } from "../vendor/lit-html.js";
import { gettext } from "./i18n.js";
import { named, PeopleSearch, walkKeys } from "./people-search.js";

for (const field of document.querySelectorAll("[data-people]")) {
  const form = field.form;
  const place = form.querySelector("[data-people-found]");
  const take = (patron) => {
    field.value = `${patron.name} (${patron.id})`;
    render(nothing, place);
    field.focus();
  };
  const search = new PeopleSearch(({ patrons, more }) =>
    render(
      html`<div class="btn-row">${patrons.map((each) => html`<button type="button" class="btn" @click=${() => take(each)}>${named(each, patrons)}</button>`)}</div>
        <p class="muted" role="status">${patrons.length ? nothing : gettext("Nobody is called that. The cage registers new people.")} ${more ? gettext("There are more: type more of the name.") : nothing}</p>`,
      place,
    ),
  );
  field.addEventListener("input", () => {
    if (field.value.trim()) search.askSoon(field.dataset.people, field.value);
    else render(nothing, place);
  });
  form.addEventListener("keydown", (event) => {
    if (event.target === field || place.contains(event.target)) walkKeys(event, field, place.querySelectorAll("button"));
  });
}
