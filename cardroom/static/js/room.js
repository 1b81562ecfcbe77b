/* The room map. */
import { serverNow } from "./clock.js";
import { showStatus } from "./livemark.js";
import "./people-field.js";
import { watchRoomMap } from "./room-poll.js";

let lastGood = serverNow();
showStatus("live");
watchRoomMap((status) => {
  if (status === "live") lastGood = serverNow();
  showStatus(status, lastGood);
});
