/* What every live page does first: the state that came with it, the socket, the mark, the head. */
import { fill, gettext } from "./i18n.js";
import { LiveTable } from "./live.js";
import { bindLiveMark } from "./livemark.js";
import { plain } from "./money.js";

/** Reads the page's initial state and makes its live table. `root` carries socket and version. */
export function startPage(root) {
  const initial = JSON.parse(document.getElementById("initial-state").textContent);
  const live = new LiveTable(root.dataset.socket, {
    initial,
    version: Number(root.dataset.version),
  });
  bindLiveMark(live);
  showFrozen(initial);
  live.addEventListener("state", ({ detail: { state, before } }) => {
    showFrozen(state);
    if (before?.round?.ref !== state.round?.ref) closeDialogsOfRound();
  });
  return { live, facts: drawFacts };
}

/** A round that is frozen for a dispute says so across every screen; staff read why. */
function showFrozen(state) {
  const bar = document.querySelector("[data-frozen-bar]");
  if (!bar) return;
  const round = state.round;
  bar.hidden = !round?.frozen;
  const frozen = round?.frozen_why
    ? gettext("Round %(ref)s is frozen: %(frozen_why)s. Nothing moves until the floor has ruled.")
    : gettext("Round %(ref)s is frozen. Nothing moves until the floor has ruled.");
  bar.textContent = round?.frozen ? fill(frozen, round) : "";
}

/** What was asked about a round ends with it, whoever ended it: the next one is another matter. */
function closeDialogsOfRound() {
  for (const dialog of document.querySelectorAll("dialog[data-of-round][open]")) dialog.close();
}

/** `$10–100`, as a table's limits are said. */
export function limitsWords(limits, kind) {
  const bounds = limits?.[kind];
  return bounds ? `$${plain(bounds[0])}–${plain(bounds[1])}` : "";
}

function drawFacts(state) {
  const texts = {
    game: state.table.game ?? gettext("closed"),
    limits: limitsWords(state.table.limits, "ante"),
    round: state.round ? fill(gettext("round %(ref)s"), state.round) : "",
    seat: "",
  };
  for (const fact of document.querySelectorAll("[data-fact]")) {
    const text = texts[fact.dataset.fact];
    if (text !== undefined && fact.textContent !== text) fact.textContent = text;
  }
}
