/* <cardroom-cover>: how far W reaches. One segment a wager in action order, the rest hatched. */
import { html, nothing, render } from "../vendor/lit-html.js";
import { fill, gettext, ngettext } from "./i18n.js";
import { dollars, plain } from "./money.js";
import { houseBanks, WAGERS } from "./words.js";

const SHORT = { ante: gettext("A"), play: gettext("P"), bonus: gettext("B") };
const LEAST_SHARE = 0.06; // a small bonus stays visible beside large antes

export class CardroomCover extends HTMLElement {
  set state(state) {
    // Where the house banks every wager is covered: there is no bar to watch.
    render(houseBanks(state.table) ? nothing : coverBar(state.round), this);
  }
}

function coverBar(round) {
  const bank = round?.bank;
  const segments = round?.cover ?? [];
  if (!bank?.wager || segments.length === 0) {
    return html`<p class="muted cover-none">${waitingWords(round)}</p>`;
  }
  const most = Math.max(...segments.map((each) => each.stake));
  const seats = [];
  for (const segment of segments) {
    const share = Math.max(segment.stake / most, LEAST_SHARE);
    const last = seats.at(-1);
    if (last?.seat === segment.seat) last.wagers.push({ ...segment, share });
    else seats.push({ seat: segment.seat, wagers: [{ ...segment, share }] });
  }
  return html`<div class="cover-bar" role="img" aria-label=${coverSpeech(round)}>
      ${seats.map(seatGroup)}
    </div>
    <p class="cover-words" aria-hidden="true">
      <span>${usedWords(round)}</span>
      <strong>${leftWords(round)}</strong>
    </p>`;
}

function seatGroup({ seat, wagers }) {
  const share = wagers.reduce((sum, wager) => sum + wager.share, 0);
  return html`<div class="cover-seat" .style=${`flex-grow:${100 * share};flex-basis:0`}>
    <div class="cover-wagers">${wagers.map(wagerSegment)}</div>
    <div class="cover-seat-number">${seat}</div>
  </div>`;
}

function wagerSegment({ kind, stake, used, status, share }) {
  const filled = status === "full" ? 100 : stake ? Math.min(100, Math.round((100 * used) / stake)) : 0;
  const text = status === "none" ? gettext("returned") : `${SHORT[kind] ?? ""}${plain(stake)}`;
  return html`<div class="cover-wager" data-status=${status} .style=${`flex-grow:${100 * share};flex-basis:0`}>
    <div class="cover-back"></div>
    ${filled ? html`<div class="cover-fill" .style=${`width:${filled}%`}></div>` : nothing}
    <div class="cover-text ${text.length > 3 ? "cover-text-long" : ""}"><span>${text}</span></div>
  </div>`;
}

function waitingWords(round) {
  if (!round) return gettext("The cover bar fills once a round is open.");
  if (!round.bank?.wager) return gettext("Cover: waiting for W.");
  if (!round.hands?.length) return gettext("Cover: waiting for bets.");
  return gettext("Cover: the up-card decides who is covered first.");
}

const usedOf = (round) => round.bank.wager - (round.cover_left ?? round.bank.wager);

function usedWords(round) {
  const uncovered = round.cover.filter((each) => each.status === "none");
  if (uncovered.length) {
    const first = uncovered[0];
    return fill(gettext("Cover ended. From seat %(seat)s’s %(wager)s on: returned (hatched)."), { seat: first.seat, wager: WAGERS[first.kind] });
  }
  return gettext("Cover, in action order");
}

function leftWords(round) {
  const left = round.cover_left ?? round.bank.wager;
  return fill(gettext("%(left)s left of %(wager)s"), { left: dollars(left), wager: dollars(round.bank.wager) });
}

function coverSpeech(round) {
  const none = round.cover.filter((each) => each.status === "none").length;
  const used = fill(gettext("Cover: %(used)s used, %(left)s."), { used: dollars(usedOf(round)), left: leftWords(round) });
  if (!none) return used;
  return `${used} ${fill(ngettext("%(none)s wager is returned.", "%(none)s wagers are returned.", none), { none })}`;
}

customElements.define("cardroom-cover", CardroomCover);
