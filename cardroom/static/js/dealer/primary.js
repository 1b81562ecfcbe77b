/* The primary key: one, large, bottom right. After a tap, and whenever it comes to mean something
 * else, it is dead for half a second, and until the new state is drawn. */
import { html } from "../../vendor/lit-html.js";

const DEAD_MS = 500;

export class Primary {
  #redraw;
  #label = null;
  #deadUntil = 0;
  #waitsFor = null; // the version that was shown at the tap

  constructor(redraw) {
    this.#redraw = redraw;
  }

  /** The key for the next step: `{label, run, why}`; with `why` it can't be pressed yet. */
  key(next, live, door) {
    if (next.label !== this.#label) {
      if (this.#label !== null) this.#die();
      this.#label = next.label;
    }
    if (this.#waitsFor !== null && live.version !== this.#waitsFor) this.#waitsFor = null;
    const dead = performance.now() < this.#deadUntil || this.#waitsFor !== null || door.busy;
    const press = async () => {
      if (dead || next.why || performance.now() < this.#deadUntil) return;
      this.#die();
      this.#waitsFor = live.version;
      const done = await next.run();
      if (!done) this.#waitsFor = null;
      this.#redraw();
    };
    return html`<button type="button" class="btn btn-primary dealer-primary" data-primary
      aria-disabled=${dead || next.why ? "true" : "false"} @click=${press}>
      <span class="dealer-primary-label">${next.label}</span>
      ${next.why ? html`<span class="dealer-primary-why">${next.why}</span>` : ""}
    </button>`;
  }

  #die() {
    this.#deadUntil = performance.now() + DEAD_MS;
    setTimeout(this.#redraw, DEAD_MS + 10);
  }
}
