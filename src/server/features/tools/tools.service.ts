import type { App } from "#server/app.ts";
import { createYielder } from "#server/kernel/async/promises.ts";
import type { Library } from "#server/kernel/items/library-kind.service.ts";
import { addItem, editItem, getItem, listAllItems, listItems } from "#server/kernel/items/library.service.ts";
import { type Removal, removeItem } from "#server/kernel/items/removal.service.ts";
import { canonicalUrl } from "#server/outside/http/canonical-url.ts";
import type { User } from "#shared/accounts/users.ts";
import type { RemovalRequest } from "#shared/kernel/deletions.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";
import { completeAddress } from "#shared/kernel/text-rules.ts";
import { companyKey, nameKey } from "#shared/texts/names.ts";
import { sortReleaseNotes } from "#shared/tools/release-note-list.ts";
import {
  EMPTY_TOOL,
  MAX_TOOL_NAMES,
  type NewTool,
  type SimilarRequest,
  type SimilarTool,
  type Tool,
  type ToolEdit,
  type ToolFields,
  type ToolNames,
} from "#shared/tools/tools.ts";

import { listIdentities, listIdsAndNames, toolStore } from "./tools.queries.ts";

export const toolLibrary: Library<Tool, ToolFields> = {
  kind: "tool",
  store: toolStore,
  titleOf: ({ name }) => name,
  pictureOf: ({ logoUrl }) => logoUrl,
  emptyFields: EMPTY_TOOL,
  create: (fields, base, time) => ({ ...fields, ...base, dateUpdated: time }),
  touch: (time) => ({ dateUpdated: time }),
  prepare: (_app, fields) => ({
    ...fields,
    ...(fields.releaseNotes && { releaseNotes: sortReleaseNotes(fields.releaseNotes) }),
  }),
};

/** Lists tools, last updated first. */
export const listTools = (app: App, input: PageRequest): Promise<Page<Tool>> =>
  listItems(app, toolLibrary, input);

/** Lists all tools, last updated first. */
export const listAllTools = (app: App): Promise<Tool[]> => listAllItems(app, toolLibrary);

/** Lists tool names for selection. */
export const listToolNames = async (app: App): Promise<ToolNames> => ({
  items: await listIdsAndNames(app.db, MAX_TOOL_NAMES),
});

/** Returns one tool. Throws 404 if there is none. */
export const getTool = (app: App, id: string): Promise<Tool> => getItem(app, toolLibrary, id);

/** Adds a tool owned by the user. */
export const addTool = (app: App, by: User, fields: NewTool): Promise<Tool> =>
  addItem(app, toolLibrary, { by, fields });

/** Updates the given fields. Throws 409 with the current tool if it has changed since. */
export const editTool = (app: App, by: User, { id, revision, ...changes }: ToolEdit): Promise<Tool> =>
  editItem(app, toolLibrary, { by, id, revision, changes });

/** Deletes a tool with its news and verdicts, regardless of who added it. */
export async function removeTool(
  app: App,
  by: User,
  request: RemovalRequest,
): Promise<Pick<Removal, "deletionId">> {
  const { deletionId } = await removeItem(app, toolLibrary, { by, ...request });
  return { deletionId };
}

/** Matches referral parameters in links to a product's site. */
const REFERRAL_PARAMETER = /^(?:ref|referrer|referer|via|aff|affiliate|source)$/iu;

/**
 * Normalizes a URL: removes the scheme, `www.`, trailing slash, fragment and tracking parameters. Returns null for
 * anything but a web address.
 */
export function addressKey(address: string | null | undefined): string | null {
  const canonical = canonicalUrl(completeAddress(address ?? ""));
  if (canonical === null) return null;
  const { host, pathname, searchParams, hash } = new URL(canonical);
  const parameters = [...searchParams]
    .filter(([name]) => !REFERRAL_PARAMETER.test(name))
    .map((pair) => pair.join("="));
  const path = pathname.replace(/\/+(?:index\.html?)?$/u, "");
  const site = host.replace(/^www\./u, "").replace(/\.?(?::(?:80|443))?$/u, "");
  return [site, path, ...parameters.toSorted(), hash].join(" ");
}

/** Maximum number of similar tools that are returned. */
const MAX_SIMILAR = 5;

/** All tools by normalized name and by normalized URL. */
interface ToolIndex {
  version: string;
  byName: ReadonlyMap<string, readonly SimilarTool[]>;
  byAddress: ReadonlyMap<string, readonly SimilarTool[]>;
}

/** Caches the index until a tool changes. */
const indexByApp = new WeakMap<App, ToolIndex>();

async function readToolIndex(app: App): Promise<ToolIndex> {
  // Read before the data: cached data may be newer than its version, but never older.
  const version = app.cacheVersions.read("tool");
  const cached = indexByApp.get(app);
  if (cached?.version === version) return cached;
  const byName = new Map<string, SimilarTool[]>();
  const byAddress = new Map<string, SimilarTool[]>();
  const add = (map: Map<string, SimilarTool[]>, key: string | null, tool: SimilarTool) => {
    if (key === null) return;
    const tools = map.get(key);
    if (tools) tools.push(tool);
    else map.set(key, [tool]);
  };
  const yieldIfDue = createYielder();
  for (const tool of await listIdentities(app.db)) {
    await yieldIfDue();
    add(byName, nameKey(tool.name), tool);
    add(byAddress, addressKey(tool.url), tool);
  }
  const toolIndex = { version, byName, byAddress };
  indexByApp.set(app, toolIndex);
  return toolIndex;
}

/**
 * Returns tools with the same name and company, or with the same URL. A name alone isn't enough, because unrelated
 * tools may share it.
 */
export async function similarTools(app: App, { name, company, url }: SimilarRequest): Promise<SimilarTool[]> {
  const { byName, byAddress } = await readToolIndex(app);
  const maker = companyKey(company ?? "");
  const isSameMaker = (tool: SimilarTool) => {
    const other = companyKey(tool.company ?? "");
    return maker === "" || other === "" || maker === other;
  };
  const sameName = (byName.get(nameKey(name)) ?? []).filter(isSameMaker);
  const address = addressKey(url);
  const sameAddress = address === null ? [] : (byAddress.get(address) ?? []);
  return [...new Set([...sameName, ...sameAddress])].slice(0, MAX_SIMILAR);
}

/** Adds a tool. Returns it with the similar tools that existed already. */
export async function addToolAndCompare(
  app: App,
  by: User,
  fields: NewTool,
): Promise<Tool & { similar?: SimilarTool[] }> {
  const similar = await similarTools(app, fields);
  const tool = await addTool(app, by, fields);
  return similar.length === 0 ? tool : { ...tool, similar };
}
