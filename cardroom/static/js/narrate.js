/* Tells a screen reader what has happened at the table, in one sentence. */
import { announce } from "./livemark.js";
import { dollars } from "./money.js";
import { bankWord, cardWords, HANDS, houseBanks, ordinal } from "./words.js";

const BEGUN = {
  betting: () => "Betting is open.",
  deal: () => "No more bets.",
  decisions: (round) => {
    const first = round.button_seat ? ` Seat ${round.button_seat} has first action.` : "";
    const up = round.bank?.face_up ? `Up-card: ${cardWords(round.bank.face_up)}.` : "The cards are dealt.";
    return up + first;
  },
  reveal: () => "All have decided.",
  pay: (round, table) => {
    const hand = HANDS[round.bank?.hand];
    const qualifies = round.bank?.qualifies ? "qualifies" : "does not qualify";
    return `The ${bankWord(table)} ${hand ? `has ${hand} and ` : ""}${qualifies}. Not final.`;
  },
  settled: () => "The round is settled.",
  void: () => "The round is void. Every wager goes back.",
};

/** The sentence for a change of state; null where there is nothing to say. */
export function happened(before, after) {
  const was = before?.round;
  const now = after.round;
  if (!now) return was ? after.rotation?.sentence : null;
  if (now.frozen && !was?.frozen) return "The round is frozen: a dispute is being ruled on.";
  if (was?.frozen && !now.frozen && !now.final) return "The round goes on.";
  if (was?.ref !== now.ref || was?.phase !== now.phase) return BEGUN[now.phase]?.(now, after.table) ?? null;
  if (was.bank?.wager !== now.bank?.wager && now.bank?.wager) return `W is ${dollars(now.bank.wager)}.`;
  if (was.turn_seat !== now.turn_seat && now.turn_seat) return `Seat ${now.turn_seat} decides.`;
  return null;
}

/** The same for one seat's own display. */
export function happenedAtSeat(before, after) {
  const you = after.seats.find((seat) => seat.you);
  const hand = after.round?.hands.find((each) => each.seat === you?.seat);
  const general = happened(before, after);
  if (!general || !hand) return general;
  const place = hand.place && !houseBanks(after.table) ? ` You act ${ordinal(hand.place)}.` : "";
  return general + place;
}

export function narrate(before, after, teller = happened) {
  const sentence = before ? teller(before, after) : null;
  if (sentence) announce(sentence);
}
