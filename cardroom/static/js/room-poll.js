/* The room map is fetched again every few seconds; this tells whether that still works. */

/** Calls `onStatus("live" | "lost")` as the map's fetches succeed or fail. */
export function watchRoomMap(onStatus) {
  const map = document.getElementById("room-map");
  if (!map) return;
  // A login page in the answer means that the session is over: the whole page goes there.
  map.addEventListener("htmx:beforeSwap", (event) => {
    if (new URL(event.detail.xhr.responseURL).pathname !== map.getAttribute("hx-get")) {
      event.detail.shouldSwap = false;
      location.reload();
    }
  });
  map.addEventListener("htmx:afterRequest", (event) => {
    onStatus(event.detail.successful ? "live" : "lost");
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") map.dispatchEvent(new Event("refresh"));
  });
}
