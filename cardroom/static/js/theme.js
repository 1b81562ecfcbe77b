/* Dark or daylight, before the first paint. A classic script: modules run too late for that. */
(() => {
  const root = document.documentElement;
  const kept = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null; // a locked-down display: it stays dark
    }
  };
  root.dataset.theme = kept() === "daylight" ? "daylight" : "dark";

  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-theme-switch]");
    if (!key) return;
    root.dataset.theme = root.dataset.theme === "dark" ? "daylight" : "dark";
    key.setAttribute("aria-pressed", String(root.dataset.theme === "daylight"));
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // it holds until the page is left
    }
  });
  document.addEventListener("DOMContentLoaded", () => {
    for (const key of document.querySelectorAll("[data-theme-switch]")) {
      key.setAttribute("aria-pressed", String(root.dataset.theme === "daylight"));
    }
  });
})();
