/** Script of the documentation site: search, and scrolling of wide tables by keyboard. */
import MiniSearch from "minisearch";

import { shortcutKeyOf, stopComposingKeys } from "#client/ui/menu/key-events.ts";

stopComposingKeys();

interface Entry {
  address: string;
  page: string;
  heading: string;
  text: string;
  /** Factor of the match score; lower for pages that only contributors read. */
  weight: number;
}

const MAX_RESULTS = 12;
const SNIPPET_LENGTH = 140;
const folder = document.currentScript?.dataset["root"] ?? "";

let loading: Promise<MiniSearch<Entry>> | undefined;

/** Loads the index once, when the search field is first focused. */
function loadIndex(): Promise<MiniSearch<Entry>> {
  loading ??= (async () => {
    const reply = await fetch(`${folder}search.json`);
    if (!reply.ok) throw new Error(`search.json: ${reply.status}`);
    const entries: Entry[] = await reply.json();
    const index = new MiniSearch<Entry>({
      idField: "address",
      fields: ["page", "heading", "text"],
      storeFields: ["address", "page", "heading", "text", "weight"],
      searchOptions: {
        boost: { heading: 4, page: 2 },
        boostDocument: (_id, _term, entry) => Number(entry?.["weight"]),
        prefix: true,
        fuzzy: (term) => (term.length > 4 ? 0.2 : false),
        combineWith: "AND",
      },
    });
    index.addAll(entries);
    return index;
  })();
  loading.catch(() => (loading = undefined));
  return loading;
}

function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  created.append(...content);
  return created;
}

/** Returns the part of a text around the first matched word. */
function snippetOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const found = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const near = Math.max(0, Math.min(...(found.length > 0 ? found : [0])) - 40);
  const start = near === 0 ? 0 : text.indexOf(" ", near) + 1;
  const part = text.slice(start, start + SNIPPET_LENGTH);
  return `${start > 0 ? "…" : ""}${part}${start + SNIPPET_LENGTH < text.length ? "…" : ""}`;
}

const field = createElement("input", {
  type: "search",
  id: "search",
  placeholder: "Search",
  "aria-label": "Search the documentation",
  autocomplete: "off",
  maxlength: "100",
});
const status = createElement("p", { role: "status" });
const list = createElement("ol", {});
const results = createElement("div", { class: "results", hidden: "" }, status, list);
const form = createElement("form", { role: "search" }, field, results);

let latestRequest = 0;

async function search(): Promise<void> {
  const query = field.value.trim();
  const request = ++latestRequest;
  results.hidden = query === "";
  if (query === "") return;
  try {
    const index = await loadIndex();
    // The query has changed while the index loaded.
    if (request !== latestRequest) return;
    const matches = index.search(query);
    const found = matches.length > 0 ? matches : index.search(query, { combineWith: "OR" });
    status.textContent =
      found.length === 0
        ? `No match for “${query}”.`
        : `${found.length} ${found.length === 1 ? "match" : "matches"}`;
    list.replaceChildren(
      ...found
        .slice(0, MAX_RESULTS)
        .map(({ address, page, heading, text, terms }) =>
          createElement(
            "li",
            {},
            createElement(
              "a",
              { href: `${folder}${address}` },
              createElement("strong", {}, heading),
              ...(heading === page ? [] : [createElement("small", {}, page)]),
              createElement("span", {}, snippetOf(text, terms)),
            ),
          ),
        ),
    );
  } catch {
    if (request !== latestRequest) return;
    status.textContent = "Search couldn't be loaded. Check your connection, then keep typing.";
    list.replaceChildren();
  }
}

const links = () => [...list.querySelectorAll("a")];

/** Arrow keys move between the field and the results. */
function move(event: KeyboardEvent): void {
  const targets: HTMLElement[] = [field, ...links()];
  const at = targets.findIndex((stop) => stop === document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") {
    field.value = "";
    results.hidden = true;
    field.focus();
  } else if (step !== undefined && at >= 0) {
    event.preventDefault();
    targets[at + step]?.focus();
  }
}

field.addEventListener("input", () => void search());
field.addEventListener("focus", () => void loadIndex().catch(() => {}));
form.addEventListener("keydown", move);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  links()[0]?.click();
});
// A link to a section of the same page doesn't reload, so close the list.
list.addEventListener("click", () => {
  field.value = "";
  results.hidden = true;
});
document.addEventListener("pointerdown", ({ target }) => {
  if (target instanceof Node && !form.contains(target)) results.hidden = true;
});
document.addEventListener("keydown", (event) => {
  const isTyping = document.activeElement instanceof HTMLInputElement;
  if (shortcutKeyOf(event) !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});
document.querySelector("header")?.append(form);

/** Makes wide tables and code scrollable by keyboard. */
const scrollers = new ResizeObserver((entries) => {
  for (const { target } of entries)
    if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
    else target.removeAttribute("tabindex");
});
for (const scroller of document.querySelectorAll(".scroll, pre")) scrollers.observe(scroller);
