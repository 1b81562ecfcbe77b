/* The room's clock: the server's time, by the room's time zone, whatever this machine believes. */
import { roomTime } from "./words.js";

let offset = 0;
const faces = () => document.querySelectorAll("[data-room-clock]");

/** The server's time now, in milliseconds. */
export const serverNow = () => Date.now() + offset;

/** Sets the clock by a moment that the server has just sent. */
export function setServerTime(moment) {
  const read = Date.parse(moment);
  if (!Number.isNaN(read)) offset = read - Date.now();
}

function draw() {
  const text = roomTime(serverNow());
  for (const face of faces()) if (face.textContent !== text) face.textContent = text;
}

const start = document.querySelector("[data-room-clock]")?.dataset.roomClock;
if (start) setServerTime(start);
draw();
setInterval(draw, 250);
