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

// Without these functions the page stays empty. docs/install.md lists the browsers that have them.
(function () {
  if ("any" in AbortSignal && "groupBy" in Map && "canParse" in URL) return;
  addEventListener("DOMContentLoaded", function () {
    var root = document.getElementById("root");
    if (root)
      root.textContent =
        "StackLoop needs a newer browser: Chrome or Edge 120, Firefox 128, Safari 17.4, or later versions.";
  });
})();
