// See ui/use-theme.ts and index.html.
{
  let theme = null;
  try {
    theme = localStorage.getItem("stackloop-theme");
  } catch {}
  const html = document.documentElement;
  if (theme !== "dark" && theme !== "light")
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  html.dataset.theme = theme;
  if (!("groupBy" in Map && "canParse" in URL)) html.className = "old-browser";
}
