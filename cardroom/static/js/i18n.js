/* Texts in the language of the page, over Django's catalog. Where the page brings none, as in
 * English, every text is its own translation. */
const catalog = globalThis.django;

/** A whole sentence or label in the page's language. */
export const gettext = (text) => catalog?.gettext(text) ?? text;

/** The same for one or many of something. */
export const ngettext = (one, many, n) => catalog?.ngettext(one, many, n) ?? (n === 1 ? one : many);

/** Puts values in: `fill(gettext("Seat %(seat)s is free."), { seat })`. */
export const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name]);
