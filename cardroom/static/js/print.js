/* A page that is made to be printed: its key opens the browser's own dialog. */
import "./clock.js";

document.querySelector("[data-print]").addEventListener("click", () => window.print());
