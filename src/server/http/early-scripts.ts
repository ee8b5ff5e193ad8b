import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

/** The module of each page, by its path; `sections.ts` of the client loads the same. */
export const PAGE_MODULES: Readonly<Record<string, string>> = {
  "/": "features/home/home-page.tsx",
  "/dashboard": "features/tools/page/tools-page.tsx",
  "/tools/:id": "features/tools/everything/tool-page.tsx",
  "/news": "features/news/page/news-page.tsx",
  "/arxiv": "features/papers/page/papers-page.tsx",
  "/prompts": "features/prompts/page/prompts-page.tsx",
  "/chapter-loop": "features/readings/page/readings-page.tsx",
  "/search": "features/search/search-page.tsx",
  "/account": "features/users/account/account-page.tsx",
  "/system": "features/system/system-page.tsx",
};

/** The page at an address, as `PAGE_MODULES` names it. */
export const pageAt = (path: string): string => path.replace(/^\/tools\/[^/]+\/?$/u, "/tools/:id");

/** What Vite writes down of a build. */
const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.string().array().default([]) }),
);
type Manifest = z.infer<typeof manifestSchema>;

/**
 * The scripts of each page besides those that `index.html` names, for a `Link` header: the browser asks for them beside
 * those and not after them. None where the client was built without a manifest.
 */
export function readEarlyScripts(folder: string): ReadonlyMap<string, readonly string[]> {
  const file = join(folder, ".vite/manifest.json");
  if (!existsSync(file)) return new Map();
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  const initial = filesOf(manifest, "index.html");
  return new Map(
    Object.entries(PAGE_MODULES).map(([path, module]) => {
      const scripts = [...filesOf(manifest, module)].filter((script) => !initial.has(script));
      return [path, scripts.map((script) => `</${script}>; rel=modulepreload`)];
    }),
  );
}

/** The file of a module and of all that it imports. */
function filesOf(manifest: Manifest, module: string, found = new Set<string>()): Set<string> {
  const entry = manifest[module];
  if (entry === undefined || found.has(entry.file)) return found;
  found.add(entry.file);
  for (const imported of entry.imports) filesOf(manifest, imported, found);
  return found;
}
