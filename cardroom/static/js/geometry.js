/* Where things stand on the felt, in its own units (a view of 1200 by 730).
 *
 * The house dealer is at the bottom. Seats follow a flattened arc from his left over the top to
 * his right, spaced so that their upright blocks never touch.
 */
export const VIEW = { width: 1200, height: 730 };
export const BANK = { x: 600, y: 396 };

// A seat's block is drawn in these units and scaled to the room that the number of seats leaves.
export const BLOCK = { width: 134, height: 168 };

const STEPS = 6000;

function shape(count) {
  if (count <= 6) return { scale: 1.3, power: 2.3, baseline: 560 };
  if (count <= 8) return { scale: 1.22, power: 2.6, baseline: 580 };
  if (count <= 10) return { scale: 1.1, power: 3, baseline: 600 };
  if (count <= 11) return { scale: 1.02, power: 3.6, baseline: 630 };
  if (count === 13) return { scale: 0.92, power: 4.1, baseline: 646 };
  return { scale: 0.94, power: 4.4, baseline: 644 };
}

function curve({ scale, power, baseline }) {
  const reachX = (VIEW.width - BLOCK.width * scale) / 2 - 8;
  const reachY = baseline - (BLOCK.height * scale) / 2 - 10;
  return (t) => {
    const cos = Math.cos(t);
    const sin = Math.sin(t);
    return {
      x: VIEW.width / 2 - reachX * Math.sign(cos) * Math.abs(cos) ** (2 / power),
      y: baseline - reachY * Math.abs(sin) ** (2 / power),
    };
  };
}

/** The centre of every seat's block, seat 1 first, and the scale of the blocks. */
export function seatPlaces(count) {
  const form = shape(count);
  const at = curve(form);
  const width = BLOCK.width * form.scale;
  const height = BLOCK.height * form.scale;
  const points = Array.from({ length: STEPS + 1 }, (_, i) => at((Math.PI * i) / STEPS));
  const walked = [0];
  for (let i = 1; i <= STEPS; i += 1) {
    const dx = Math.abs(points[i].x - points[i - 1].x) / width;
    const dy = Math.abs(points[i].y - points[i - 1].y) / height;
    walked.push(walked[i - 1] + Math.max(dx, dy));
  }
  const inset = count <= 3 ? 0.6 : count <= 6 ? 0.35 : 0;
  const share = walked[STEPS] / (count - 1 + 2 * inset);
  const places = [];
  for (let seat = 0; seat < count; seat += 1) {
    const wanted = share * (seat + inset);
    let i = walked.findIndex((sum) => sum >= wanted - 1e-9);
    if (i < 0) i = STEPS;
    places.push({ x: Math.round(points[i].x), y: Math.round(points[i].y) });
  }
  return { places, scale: form.scale };
}
