/* People found as a name is typed. The latest question alone is answered; one that fails leaves what
 * is shown and typed as it is. */
const PAUSE_MS = 150;

export class PeopleSearch {
  #show;
  #asking = new AbortController();
  #timer = 0;

  /** `show` gets each answer: `{ patrons, more }`. */
  constructor(show) {
    this.#show = show;
  }

  /** Asks at once. */
  async ask(address, text) {
    clearTimeout(this.#timer);
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const url = new URL(address, location.href);
    url.searchParams.set("q", text);
    try {
      const answer = await fetch(url, { credentials: "same-origin", cache: "no-store", signal });
      if (!answer.ok || answer.redirected) return;
      const found = await answer.json();
      if (!signal.aborted) this.#show(found);
    } catch {
      // Asked again with the next letter.
    }
  }

  /** Asks once no more is typed for a moment. */
  askSoon(address, text) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.ask(address, text), PAUSE_MS);
  }
}

/** What tells two people of one name apart. */
export const named = (patron, patrons) =>
  patrons.filter((each) => each.name === patron.name).length > 1 ? `${patron.name} (${patron.id})` : patron.name;

/** Down goes from the field to the people found; up and down go among them, and back. */
export function walkKeys(event, field, keys) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const stops = [field, ...keys];
  const next = stops[stops.indexOf(document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
