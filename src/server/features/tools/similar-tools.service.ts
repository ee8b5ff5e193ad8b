import type { App } from "#server/app.ts";
import { createTurns } from "#server/yield-to-event-loop.ts";
import type { NewTool, SimilarRequest, SimilarTool, Tool } from "#shared/tools.ts";
import type { User } from "#shared/users.ts";

import { listIdentities } from "./similar-tools.queries.ts";
import { addressKey, nameKey } from "./tool-identity.ts";
import { addTool } from "./tools.service.ts";

/** How many similar tools an answer lists. */
const MAX_SIMILAR = 5;

/** All tools by what makes two of them one. */
interface Identities {
  version: string;
  byName: ReadonlyMap<string, readonly SimilarTool[]>;
  byAddress: ReadonlyMap<string, readonly SimilarTool[]>;
}

/** The latest identities, valid while no tool changes. */
const cache = new WeakMap<App, Identities>();

async function readIdentities(app: App): Promise<Identities> {
  // Read before the data: what is cached may be newer than its version, never older.
  const version = app.marks.read("tool");
  const cached = cache.get(app);
  if (cached?.version === version) return cached;
  const byName = new Map<string, SimilarTool[]>();
  const byAddress = new Map<string, SimilarTool[]>();
  const add = (map: Map<string, SimilarTool[]>, key: string | null, tool: SimilarTool) => {
    if (key === null) return;
    const known = map.get(key);
    if (known) known.push(tool);
    else map.set(key, [tool]);
  };
  const turn = createTurns();
  for (const tool of await listIdentities(app.db)) {
    await turn();
    add(byName, nameKey(tool.name), tool);
    add(byAddress, addressKey(tool.url), tool);
  }
  const identities = { version, byName, byAddress };
  cache.set(app, identities);
  return identities;
}

/**
 * The tools with the same name and company, or with the same address. An unknown company is compared with none: a name
 * alone may mean any tool that is called so.
 */
export async function similarTools(app: App, { name, company, url }: SimilarRequest): Promise<SimilarTool[]> {
  const { byName, byAddress } = await readIdentities(app);
  const maker = nameKey(company ?? "");
  const isSameMaker = (tool: SimilarTool) => {
    const other = nameKey(tool.company ?? "");
    return maker === "" || other === "" || maker === other;
  };
  const named = (byName.get(nameKey(name)) ?? []).filter(isSameMaker);
  const address = addressKey(url);
  const addressed = address === null ? [] : (byAddress.get(address) ?? []);
  return [...new Set([...named, ...addressed])].slice(0, MAX_SIMILAR);
}

/** Adds a tool, and returns it with the similar ones that were there before, if any. */
export async function addToolAndCompare(
  app: App,
  by: User,
  fields: NewTool,
): Promise<Tool & { similar?: SimilarTool[] }> {
  const similar = await similarTools(app, fields);
  const tool = await addTool(app, by, fields);
  return similar.length === 0 ? tool : { ...tool, similar };
}
