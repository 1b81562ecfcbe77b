/* The page that a display keeps for the time while the server is away. It imports nothing: it has
 * to work with what was kept. */
const WAIT_MS = { first: 1000, most: 15000 };
let tries = 0;

async function again() {
  try {
    const answer = await fetch("/display/", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(8000) });
    if (answer.ok) return location.replace("/display/");
  } catch {
    // still away
  }
  tries += 1;
  later();
}

/** Many displays lost the same server: they do not all come back in the same moment. */
function later() {
  const wait = Math.min(WAIT_MS.first * 1.6 ** tries, WAIT_MS.most);
  setTimeout(again, wait * (0.5 + Math.random()));
}

later();
