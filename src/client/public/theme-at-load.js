// Runs before the first paint, so that a dark page never flashes white. Kept in step with ui/use-theme.ts.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem("stackloop-theme");
  } catch {
    // Storage may be forbidden; the system's theme is used then.
  }
  var isDark =
    chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
})();
