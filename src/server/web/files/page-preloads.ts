import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import { LINK_KINDS } from "#shared/accounts/user-rules.ts";
import { PAGES, WHO_IS_SIGNED_IN } from "#shared/page-list.ts";

/** The entries of a `Link` header for a page. */
type PagePreloads = (path: string, query: object, isSignedIn: boolean) => string[];

/**
 * Names the first calls of a page and its scripts besides those in `index.html`: the browser requests them beside those
 * scripts and not after them. A visitor's calls would be refused. A call that the page makes in another way is made twice;
 * `first-calls.spec.ts` checks that they are the same.
 */
export function readPagePreloads(folder: string): PagePreloads {
  const scripts = readScripts(folder);
  const pages = Object.entries(PAGES).map(([path, { firstCalls = [] }]) => ({
    pattern: new RegExp(`^${path.replaceAll(/:\w+/gu, "[^/]+")}$`, "u"),
    calls: [WHO_IS_SIGNED_IN, ...firstCalls].map(preloadCall),
    scripts: scripts.get(path) ?? [],
  }));
  return (path, query, isSignedIn) => {
    const page = pages.find(({ pattern }) => pattern.test(path));
    // A page with a one-time link asks what the link is good for.
    const isEntry = LINK_KINDS.some((kind) => kind in query);
    const calls = page?.calls ?? [preloadCall(WHO_IS_SIGNED_IN)];
    return [...(isSignedIn && !isEntry ? calls : []), ...(page?.scripts ?? [])];
  };
}

const preloadCall = (address: string): string => `<${address}>; rel=preload; as=fetch; crossorigin`;

/** Vite's description of a build. */
const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.string().array().default([]) }),
);
type Manifest = z.infer<typeof manifestSchema>;

/** The scripts of each page besides those in `index.html`; none where the client was built without a manifest. */
function readScripts(folder: string): ReadonlyMap<string, readonly string[]> {
  const file = join(folder, ".vite/manifest.json");
  if (!existsSync(file)) return new Map();
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  const initial = filesOf(manifest, "index.html");
  return new Map(
    Object.entries(PAGES).map(([path, { module }]) => {
      const scripts = [...filesOf(manifest, module)].filter((script) => !initial.has(script));
      return [path, scripts.map((script) => `</${script}>; rel=modulepreload`)];
    }),
  );
}

/** Returns the files of a module and all its imports. */
function filesOf(manifest: Manifest, module: string, found = new Set<string>()): Set<string> {
  const entry = manifest[module];
  if (entry === undefined || found.has(entry.file)) return found;
  found.add(entry.file);
  for (const imported of entry.imports) filesOf(manifest, imported, found);
  return found;
}
