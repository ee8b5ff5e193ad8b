import { readWrittenTools } from "../../tests/support/written-tools.ts";

/** What was acknowledged beside what a database has of it. */
export interface Written {
  figure: string;
  lost: number;
  /** Tools without their event or version, or the other way round. */
  halfWritten: number;
  /** Slots in which a job was run more than once. */
  doubled: number;
}

/** Compares a database with the ids of tools that were acknowledged. */
export async function compareWritten(url: string, saved: readonly string[]): Promise<Written> {
  const { tools, events, versions, runs } = await readWrittenTools(url);
  const lost = saved.filter((id) => !tools.has(id)).length;
  const halfWritten = [events, versions].reduce((sum, ids) => sum + countOdd(tools, ids), 0);
  const slots = runs.map(({ job, slot }) => `${job} ${slot}`);
  return {
    figure: `${saved.length} acknowledged writes, ${lost} lost, ${tools.size - saved.length} saved without a reply, ${halfWritten} half-written`,
    lost,
    halfWritten,
    doubled: slots.length - new Set(slots).size,
  };
}

/** How many ids are in one and not in the other, or more than once. */
function countOdd(tools: ReadonlySet<string>, ids: readonly string[]): number {
  const known = new Set(ids);
  const missing = [...tools].filter((id) => !known.has(id));
  const unknown = ids.filter((id) => !tools.has(id));
  return missing.length + unknown.length + ids.length - known.size;
}
