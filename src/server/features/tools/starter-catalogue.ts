import { lazy } from "#shared/kernel/lazy.ts";
import { brandLogoAddress } from "#shared/pictures/brand-logos.ts";
import { EMPTY_TOOL, type NewTool } from "#shared/tools/tools.ts";

import tools from "./starter-tools.json" with { type: "json" };

/** Icon package and file, such as `lobehub/claude-color`, by the name under which the logo is served. */
export const starterLogos: ReadonlyMap<string, string> = new Map(
  tools.flatMap(({ logo }) => (logo === undefined ? [] : [[nameOf(logo), logo]])),
);

/** Well-known AI tools, sorted by name, for a first catalogue and for autofill. */
export const starterTools: readonly NewTool[] = tools.map(({ logo, ...tool }) => ({
  ...EMPTY_TOOL,
  ...tool,
  logoUrl: logo === undefined ? null : brandLogoAddress(nameOf(logo)),
}));

function nameOf(logo: string): string {
  return logo.slice(logo.indexOf("/") + 1);
}

/** Reduces a name to letters and digits, so that "Otter AI" equals "Otter.ai". */
const fold = (name: string) =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Returns a tool's aliases: "OpenAI Whisper", "Firefly" for Adobe Firefly, "Perplexity AI" for Perplexity. */
function aliases({ name, company }: NewTool): string[] {
  if (company === null) return [];
  const found = [`${company} ${name}`];
  if (name.startsWith(`${company} `)) found.push(name.slice(company.length));
  if (company.startsWith(`${name} `)) found.push(company);
  return found.map(fold);
}

const index = lazy(() => ({
  byName: new Map(starterTools.map((tool) => [fold(tool.name), tool])),
  byAlias: Map.groupBy(
    starterTools.flatMap((tool) => aliases(tool).map((alias) => ({ alias, tool }))),
    ({ alias }) => alias,
  ),
}));

/** Finds a tool by name, ignoring case, spaces and punctuation, or by an unambiguous alias. */
export function findStarterTool(name: string): NewTool | undefined {
  const { byName, byAlias } = index();
  const key = fold(name);
  const [first, second] = byAlias.get(key) ?? [];
  return byName.get(key) ?? (second ? undefined : first?.tool);
}
