/* Tells a screen reader what has happened at the table, in one sentence. */
import { fill, gettext } from "./i18n.js";
import { announce } from "./livemark.js";
import { dollars } from "./money.js";
import { bankWord, cardWords, HANDS, houseBanks, ordinal } from "./words.js";

const BEGUN = {
  betting: () => gettext("Betting is open."),
  deal: () => gettext("No more bets."),
  decisions: (round) => {
    const card = round.bank?.face_up;
    const up = card ? fill(gettext("Up-card: %(card)s."), { card: cardWords(card) }) : gettext("The cards are dealt.");
    if (!round.button_seat) return up;
    return `${up} ${fill(gettext("Seat %(button_seat)s has first action."), round)}`;
  },
  reveal: () => gettext("All have decided."),
  pay: (round, table) => `${bankSentence(round.bank, bankWord(table))} ${gettext("Not final.")}`,
  settled: () => gettext("The round is settled."),
  void: () => gettext("The round is void. Every wager goes back."),
};

function bankSentence(bank, who) {
  const values = { bank: who, hand: HANDS[bank?.hand] };
  if (values.hand) {
    return fill(bank.qualifies ? gettext("The %(bank)s has %(hand)s and qualifies.") : gettext("The %(bank)s has %(hand)s and does not qualify."), values);
  }
  return fill(bank?.qualifies ? gettext("The %(bank)s qualifies.") : gettext("The %(bank)s does not qualify."), values);
}

/** The sentence for a change of state; null where there is nothing to say. */
export function happened(before, after) {
  const was = before?.round;
  const now = after.round;
  if (!now) return was ? after.rotation?.sentence : null;
  if (now.frozen && !was?.frozen) return gettext("The round is frozen: a dispute is being ruled on.");
  if (was?.frozen && !now.frozen && !now.final) return gettext("The round goes on.");
  if (was?.ref !== now.ref || was?.phase !== now.phase) return BEGUN[now.phase]?.(now, after.table) ?? null;
  if (was.bank?.wager !== now.bank?.wager && now.bank?.wager) return fill(gettext("W is %(wager)s."), { wager: dollars(now.bank.wager) });
  if (was.turn_seat !== now.turn_seat && now.turn_seat) return fill(gettext("Seat %(turn_seat)s decides."), now);
  return null;
}

/** The same for one seat's own display. */
export function happenedAtSeat(before, after) {
  const you = after.seats.find((seat) => seat.you);
  const hand = after.round?.hands.find((each) => each.seat === you?.seat);
  const general = happened(before, after);
  if (!general || !hand) return general;
  if (!hand.place || houseBanks(after.table)) return general;
  return `${general} ${fill(gettext("You act %(place)s."), { place: ordinal(hand.place) })}`;
}

export function narrate(before, after, teller = happened) {
  const sentence = before ? teller(before, after) : null;
  if (sentence) announce(sentence);
}
