import { basename, join } from "node:path";

import type { Plugin, Rolldown } from "vite";

import { CALLS_OF_EVERY_PAGE } from "#client/api/first-calls.ts";
import { pages } from "#client/slices.ts";

const client = join(import.meta.dirname, "../src/client");

/** The part of rolldown's module information that naming chunks needs. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/**
 * Chunks that several pages share, each with its pages. A module goes into the first chunk that has all of its pages.
 */
const SHARED_CHUNKS: readonly (readonly [name: string, pages: readonly string[]])[] = [
  ["tables", ["/dashboard", "/prompts"]],
  ["cards", ["/tools/:id", "/news", "/arxiv", "/chapter-loop"]],
  ["rows", ["/inbox", "/dashboard", "/news", "/prompts"]],
  // These pages need zod when they open.
  ["schemas", ["/search", "/admin/:id"]],
  ["briefs", ["/brief", "/brief/:id"]],
  [
    "controls",
    [
      "/brief",
      "/dashboard",
      "/tools/:id",
      "/news",
      "/arxiv",
      "/prompts",
      "/chapter-loop",
      "/search",
      "/account",
      "/admin/:id",
    ],
  ],
];
/** Content beside the sign-in card, for visitors. */
const VISITOR_CONTENT = join(client, "app/marketing-panel.tsx");
/** Chunk for modules that other combinations of pages share. */
const COMMON_CHUNK = "page";
/** Matches a file that imports all components of a library. Pages need only some of them. */
const ALL_COMPONENTS = /@headlessui\/react\/dist\/headlessui\.(?:esm\.)?js$/u;
/** Matches modules that every dialog needs. They share one file. */
const DIALOG_MODULE = new RegExp(
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
/** Matches components that pages need when they open. */
const PAGE_COMPONENT = /\/components\/(?:disclosure|field|radio-group|switch)\//u;

/** Module of each page, by the page's path. */
const PAGE_MODULES = new Map(
  pages.map(({ path, load }) => {
    const name = /import\("#client\/([^"]+)"\)/u.exec(String(load))?.[1];
    if (name === undefined) throw new Error(`the page ${path} loads no module by "#client/…"`);
    return [path, join(client, name)];
  }),
);

/**
 * Divides the client's code into chunks by page, and writes `.vite/pages.json`, from which the server learns the
 * first calls and scripts of each page.
 */
export function pageFiles(): Plugin {
  return {
    name: "page-files",
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // Chunks that pages share, and each page's own chunks. A page loads at most eight files when it opens.
              groups: [{ name: pageChunks(), debugName: "pages", includeDependenciesRecursively: false }],
            },
          },
        },
      },
    }),
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      checkOrder(chunks);
      const initial = filesOf(chunks, ({ isEntry }) => isEntry);
      const list = pages.map(({ path, firstCalls = [] }) => ({
        path,
        calls: [...CALLS_OF_EVERY_PAGE, ...firstCalls],
        scripts: filesOf(chunks, ({ moduleIds }) => moduleIds.includes(PAGE_MODULES.get(path) ?? "")).filter(
          (file) => !initial.includes(file),
        ),
      }));
      const visitorFiles = filesOf(chunks, ({ moduleIds }) => moduleIds.includes(VISITOR_CONTENT)).filter(
        (file) => !initial.includes(file),
      );
      this.emitFile({
        type: "asset",
        fileName: ".vite/pages.json",
        source: JSON.stringify({ calls: CALLS_OF_EVERY_PAGE, visitorScripts: visitorFiles, pages: list }),
      });
    },
  };
}

/** Returns the files of matching chunks and of all their imports. */
function filesOf(
  chunks: readonly Rolldown.OutputChunk[],
  isWanted: (chunk: Rolldown.OutputChunk) => boolean,
): string[] {
  const wantedChunks = withImports(chunks, chunks.filter(isWanted));
  if (wantedChunks.length === 0) throw new Error("a page has no chunk");
  return wantedChunks.map(({ fileName }) => fileName);
}

function withImports(
  chunks: readonly Rolldown.OutputChunk[],
  some: readonly Rolldown.OutputChunk[],
): Rolldown.OutputChunk[] {
  const chunksWithImports = new Set(some);
  // The loop also visits items that it adds to the set.
  for (const { imports } of chunksWithImports)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) chunksWithImports.add(chunk);
  return [...chunksWithImports];
}

/** Throws if chunks import each other, because one of them would then run before its imports. */
function checkOrder(chunks: readonly Rolldown.OutputChunk[]): void {
  for (const chunk of chunks) {
    const imported = chunks.filter(({ fileName }) => chunk.imports.includes(fileName));
    if (withImports(chunks, imported).includes(chunk))
      throw new Error(`${chunk.fileName} and its imports import each other; see COMPONENTS_OF_PAGES`);
  }
}

/**
 * Names the chunk of a module by the pages that need it when they open, so that each page consists of a few files.
 * Returns null for modules that only lazily loaded dialogs need, to keep them out of the pages' chunks.
 */
function pageChunks() {
  let pagesOf: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return (id: string, modules: Modules): string | null => {
    pagesOf ??= findPages(modules);
    const neededBy = [...(pagesOf.get(id) ?? [])];
    const [only] = neededBy;
    if (only === undefined && DIALOG_MODULE.test(id)) return "dialog";
    if (only === undefined || ALL_COMPONENTS.test(id)) return null;
    if (neededBy.length === 1) return basename(PAGE_MODULES.get(only) ?? "", ".tsx");
    return (
      SHARED_CHUNKS.find(([, sharing]) => neededBy.every((page) => sharing.includes(page)))?.[0] ??
      COMMON_CHUNK
    );
  };
}

/** Returns the pages that need each module when they open. */
function findPages(modules: Modules): ReadonlyMap<string, ReadonlySet<string>> {
  const pagesOf = new Map<string, Set<string>>();
  for (const [page, module] of PAGE_MODULES) {
    const waiting = [module];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const pagesOfModule = pagesOf.get(id) ?? new Set();
      if (pagesOfModule.has(page)) continue;
      pagesOf.set(id, pagesOfModule.add(page));
      const imported = modules.getModuleInfo(id)?.importedIds ?? [];
      waiting.push(
        ...(ALL_COMPONENTS.test(id) ? imported.filter((one) => PAGE_COMPONENT.test(one)) : imported),
      );
    }
  }
  return pagesOf;
}
