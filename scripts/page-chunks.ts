import { basename, join } from "node:path";

/** Module information that rolldown passes while it creates chunks. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** The chunks that some pages share, each with those pages; a module is in the first one that has all of its pages. */
const SHARED: readonly (readonly [name: string, pages: readonly string[]])[] = [
  ["lists", ["/dashboard", "/tools/:id", "/news", "/arxiv", "/prompts", "/chapter-loop"]],
  ["controls", ["/dashboard", "/tools/:id", "/news", "/arxiv", "/search", "/account"]],
];
/** Modules that the other pages share. */
const EVERYWHERE = "page";
/** A file that names all components of a library; what pages need of it when they open. */
const ALL_COMPONENTS = /@headlessui\/react\/dist\/headlessui\.(?:esm\.)?js$/u;
/** Modules that every dialog needs, in one file. */
const OF_DIALOGS = new RegExp(
  [
    "components/(?:dialog|portal|focus-trap|transition)/",
    "hooks/(?:document-overflow/|use-(?:inert|document-event|window-event|event-listener|scroll-lock|escape|root-containers|tab-direction|watch|is-|on-|outside-click|owner|store|server-handoff))",
    "internal/portal-force-root",
    "machines?(?:/stack-machine)?\\.js",
    "react-glue",
    "utils/(?:default-map|document-ready|active-element-history|platform|store)",
  ]
    .map((part) => `/@headlessui/react/dist/${part}`)
    .concat("/use-sync-external-store/")
    .join("|"),
  "u",
);
const COMPONENTS_OF_PAGES = /\/components\/(?:disclosure|radio-group)\//u;

/**
 * Names the chunk of a module by the pages that need it when they open, so that each page is made of a few files. What
 * only dialogs need, which are loaded when somebody opens them, has no name, and stays out of the pages' chunks.
 */
export function pageChunks(root: string, pages: Readonly<Record<string, { module: string }>>) {
  const entries = new Set(Object.values(pages).map(({ module }) => join(root, module)));
  let pagesOf: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return (id: string, modules: Modules): string | null => {
    pagesOf ??= findPages(root, pages, modules);
    const needing = [...(pagesOf.get(id) ?? [])];
    const [only] = needing;
    if (only === undefined && OF_DIALOGS.test(id)) return "dialog";
    // The manifest knows a page by the file of its module.
    if (only === undefined || entries.has(id) || ALL_COMPONENTS.test(id)) return null;
    if (needing.length === 1) return `${basename(pages[only]?.module ?? "", ".tsx")}-parts`;
    return SHARED.find(([, sharing]) => needing.every((page) => sharing.includes(page)))?.[0] ?? EVERYWHERE;
  };
}

/** The pages that need each module when they open. */
function findPages(
  root: string,
  pages: Readonly<Record<string, { module: string }>>,
  modules: Modules,
): ReadonlyMap<string, ReadonlySet<string>> {
  const pagesOf = new Map<string, Set<string>>();
  for (const [page, { module }] of Object.entries(pages)) {
    const waiting = [join(root, module)];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const known = pagesOf.get(id) ?? new Set();
      if (known.has(page)) continue;
      pagesOf.set(id, known.add(page));
      const imported = modules.getModuleInfo(id)?.importedIds ?? [];
      waiting.push(
        ...(ALL_COMPONENTS.test(id) ? imported.filter((one) => COMPONENTS_OF_PAGES.test(one)) : imported),
      );
    }
  }
  return pagesOf;
}
