/* The form that opens a table shows what belongs to the rules that are chosen, and nothing else. */

const form = document.querySelector(".open-form");
const pack = form?.elements.pack;

function fit() {
  for (const label of form.querySelectorAll("[data-packs]")) {
    label.hidden = !label.dataset.packs.split(" ").includes(pack.value);
  }
}

if (pack) {
  pack.addEventListener("change", fit);
  fit();
}
