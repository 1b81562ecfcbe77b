/* The form that opens a table shows what belongs to what is chosen, and nothing else: the limits of
 * the rules, what is entered where cards are dealt by hand, and the decks that are to be checked. */

const form = document.querySelector(".open-form");
const pack = form?.elements.pack;

function fit() {
  for (const label of form.querySelectorAll("[data-packs]")) {
    label.hidden = !label.dataset.packs.split(" ").includes(pack.value);
  }
}

/** By hand one deck is checked, with a shuffler two; another in its place once one is found wrong. */
function fitDecks() {
  const { source, capture, shuffler } = form.elements;
  const byHand = source.value === "hand";
  if (!byHand) capture.value = "cards";
  capture.closest("label").hidden = !byHand;
  const checks = form.querySelector(".deck-checks");
  checks.hidden = !byHand;
  checks.open = byHand;
  const written = (field) => form.elements[field].value.trim() !== "";
  for (const deck of form.querySelectorAll("[data-deck]")) {
    const number = deck.dataset.deck.slice(-1);
    const another = deck.dataset.deck.startsWith("spare");
    const wanted = number === "1" || shuffler.checked;
    deck.hidden = !wanted || (another && !written(`deck${number}_defect`) && !written(`spare${number}_back`));
  }
}

if (pack) {
  pack.addEventListener("change", fit);
  fit();
  for (const field of ["source", "shuffler"]) form.elements[field].addEventListener("change", fitDecks);
  form.querySelector(".deck-checks").addEventListener("input", fitDecks);
  fitDecks();
}
