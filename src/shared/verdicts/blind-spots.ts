import { industryOf, optionKey } from "#shared/tools/landscape.ts";
import { DEFAULT_INDUSTRY } from "#shared/tools/tool-filter.ts";

import type { Ring } from "./rings.ts";
import type { BlindSpotNote as Note, BlindSpots } from "./verdicts.ts";

/** Maximum number of tools named in a note. */
const MAX_NAMED_TOOLS = 20;

/** Tool, with only the fields that reveal gaps. */
export interface KnownTool {
  id: string;
  name: string;
  industry: string | null;
  modality: string | null;
  /** Ring of the tool's verdict. Null without a verdict. */
  ring: Ring | null;
  lookAgainOn: string | null;
}

interface BlindSpotFacts {
  tools: readonly KnownTool[];
  /** Tools that a prompt uses. */
  withPrompts: ReadonlySet<string>;
  /** Number of recently published papers, by modality. */
  papers: ReadonlyMap<string, number>;
  today: string;
}

/** Finds gaps in the landscape, by field. */
export function findBlindSpots({ tools, withPrompts, papers, today }: BlindSpotFacts): BlindSpots {
  const cells = [...groupByField(tools).values()].flatMap(({ industry, modality, members }) => {
    const notes = findNotes(members, withPrompts, today);
    return notes.length === 0 ? [] : { industry, modality, notes };
  });
  const covered = new Set(tools.map(({ modality }) => optionKey(modality)));
  for (const [modality, count] of papers)
    if (count > 0 && !covered.has(modality))
      cells.push({
        industry: DEFAULT_INDUSTRY,
        modality,
        notes: [{ kind: "papers-no-tool", count, tools: [] }],
      });
  return { cells };
}

function groupByField(tools: readonly KnownTool[]) {
  const fields = new Map<string, { industry: string; modality: string; members: KnownTool[] }>();
  for (const tool of tools) {
    const [industry, modality] = [industryOf(tool), optionKey(tool.modality)];
    const key = JSON.stringify([industry, modality]);
    const field = fields.get(key) ?? { industry, modality, members: [] };
    field.members.push(tool);
    fields.set(key, field);
  }
  return fields;
}

function findNotes(members: readonly KnownTool[], withPrompts: ReadonlySet<string>, today: string): Note[] {
  // A tool on hold was tried before.
  const isTried = ({ ring }: KnownTool) => ring !== null && ring !== "assess";
  const overdue = members.filter(({ lookAgainOn }) => lookAgainOn !== null && lookAgainOn < today);
  const since = overdue.flatMap(({ lookAgainOn }) => lookAgainOn ?? []).toSorted()[0];
  const notes = [
    createNote("untried", members.some(isTried) ? [] : members),
    createNote(
      "no-prompt",
      members.filter(({ id, ring }) => ring === "adopt" && !withPrompts.has(id)),
    ),
    { ...createNote("overdue", overdue), ...(since !== undefined && { since }) },
    createNote(
      "no-verdict",
      members.filter(({ ring }) => ring === null),
    ),
  ];
  return notes.filter(({ count }) => count > 0);
}

const createNote = (kind: Note["kind"], tools: readonly KnownTool[]): Note => ({
  kind,
  count: tools.length,
  tools: tools.slice(0, MAX_NAMED_TOOLS).map(({ id, name }) => ({ id, name })),
});
