/* What every live page does first: the state that came with it, the socket, the mark, the head. */
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
  return { live, facts: drawFacts };
}

/** `$10–100`, as a table's limits are said. */
export function limitsWords(limits, kind) {
  const bounds = limits?.[kind];
  return bounds ? `$${plain(bounds[0])}–${plain(bounds[1])}` : "";
}

function drawFacts(state) {
  const texts = {
    game: state.table.game ?? "closed",
    limits: limitsWords(state.table.limits, "ante"),
    round: state.round ? `round ${state.round.ref}` : "",
    seat: "",
  };
  for (const fact of document.querySelectorAll("[data-fact]")) {
    const text = texts[fact.dataset.fact];
    if (text !== undefined && fact.textContent !== text) fact.textContent = text;
  }
}
