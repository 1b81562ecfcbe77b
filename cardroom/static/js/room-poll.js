/* The room map is fetched again every few seconds; this tells whether that still works. */

/** An answer from elsewhere is a login page: the session is over, and the whole page goes there. */
export function stayLoggedIn(part) {
  part.addEventListener("htmx:beforeSwap", (event) => {
    if (new URL(event.detail.xhr.responseURL).pathname !== part.getAttribute("hx-get")) {
      event.detail.shouldSwap = false;
      location.reload();
    }
  });
}

/** Calls `onStatus("live" | "lost")` as the map's fetches succeed or fail. */
export function watchRoomMap(onStatus) {
  const map = document.getElementById("room-map");
  if (!map) return;
  stayLoggedIn(map);
  map.addEventListener("htmx:afterRequest", (event) => {
    onStatus(event.detail.successful ? "live" : "lost");
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") map.dispatchEvent(new Event("refresh"));
  });
}
