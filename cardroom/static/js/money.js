/* Money on the pages: whole cents in, words out. */
import { fill, gettext } from "./i18n.js";

/** Cents as people read them: `$1,250`, cents only where there are any. */
export function dollars(cents) {
  const sign = cents < 0 ? "−" : "";
  return `${sign}$${plain(Math.abs(cents))}`;
}

/** The same without the dollar sign, for the felt: `20`, `12.50`. */
export function plain(cents) {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  const text = whole.toLocaleString("en-US");
  return rest ? `${text}.${String(rest).padStart(2, "0")}` : text;
}

/** A result with its sign: `+45`, `−45`, `0`. */
export function signed(cents) {
  if (cents === 0) return "0";
  return `${cents < 0 ? "−" : "+"}${plain(cents)}`;
}

/** What a person types as dollars, as cents; null for anything else. */
export function parseDollars(text) {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  return Number(match[1].replaceAll(",", "")) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

/** The fewest chips that make an amount: `2 × $20, 1 × $5`; what no chip makes is named. */
export function inChips(cents, denominations) {
  const parts = [];
  let left = cents;
  for (const chip of [...denominations].sort((a, b) => b - a)) {
    const count = Math.floor(left / chip);
    if (count) parts.push(`${count} × ${dollars(chip)}`);
    left -= count * chip;
  }
  if (left) parts.push(fill(gettext("%(amount)s in coins"), { amount: dollars(left) }));
  return parts.join(", ");
}
