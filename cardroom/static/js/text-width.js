/* How wide a text is in the page's own font, measured once a text. */
const canvas = document.createElement("canvas").getContext("2d");
const UNIT = 100;
const measured = new Map();

/** The width of `text` at font size `size`, in the same unit. */
export function textWidth(text, size, bold = false) {
  const key = (bold ? "b" : "r") + text;
  if (!measured.has(key)) {
    const family = getComputedStyle(document.documentElement).fontFamily;
    canvas.font = `${bold ? 700 : 400} ${UNIT}px ${family}`;
    measured.set(key, canvas.measureText(text).width / UNIT);
  }
  return measured.get(key) * size;
}
