/* A phone that follows a seat: a scanned code is sent by itself, once. */
const form = document.querySelector("[data-follow]");
if (form && "scanned" in form.dataset) form.requestSubmit();
