import type { ImportNote } from "#shared/imports/request.ts";
import { omitted, TOOL_MEMORY_LABELS, type ToolMemory } from "#shared/imports/tool-memory.ts";
import { MAX_ALIASES, foldName } from "#shared/mentions/names/names.ts";

interface NamedTool {
  id: string;
  name: string;
}

/** Additions of an import to a tool, apart from its fields. */
export interface MemoryChange {
  toolId: string;
  aliases: { folded: string; spelled: string }[];
  verdict: ToolMemory["verdict"];
}

/** Data in the database before the import. */
export interface KnownMemory {
  ofTools: ReadonlyMap<string, ToolMemory>;
  /** Tools by their names and aliases, as names are compared. */
  owners: ReadonlyMap<string, readonly NamedTool[]>;
}

interface Plan {
  change: MemoryChange;
  /** All aliases that the tool will have, as names are compared. */
  aliases: Set<string>;
  ring: string | undefined;
}

/** Plans the aliases and verdicts that rows add. Aliases and verdicts that a tool has are never changed. */
export class MemoryPlan {
  readonly #known: KnownMemory;
  readonly #mayDecide: boolean;
  readonly #byTool = new Map<string, Plan>();
  /** The tools that get an alias by this import. */
  readonly #newOwners = new Map<string, NamedTool>();

  constructor(known: KnownMemory, mayDecide: boolean) {
    this.#known = known;
    this.#mayDecide = mayDecide;
  }

  get changes(): MemoryChange[] {
    return Array.from(this.#byTool.values(), ({ change }) => change).filter(
      ({ aliases, verdict }) => aliases.length > 0 || verdict !== null,
    );
  }

  /** Adds a row to the plan. Returns the labels of the changed columns, and notes on omitted values. */
  add(tool: NamedTool, { aliases, verdict }: ToolMemory): { labels: string[]; notes: ImportNote[] } {
    const plan = this.#planOf(tool.id);
    const before = { ...plan.change, count: plan.change.aliases.length };
    const notes = [
      ...aliases.flatMap((alias) => this.#addAlias(tool, plan, alias)),
      ...this.#addVerdict(plan, verdict),
    ];
    const labels = [
      ...(plan.change.aliases.length > before.count ? [TOOL_MEMORY_LABELS.aliases] : []),
      ...(plan.change.verdict === before.verdict ? [] : [TOOL_MEMORY_LABELS.ring]),
    ];
    return { labels, notes };
  }

  #planOf(toolId: string): Plan {
    const known = this.#byTool.get(toolId);
    if (known) return known;
    const { aliases = [], verdict } = this.#known.ofTools.get(toolId) ?? {};
    const plan: Plan = {
      change: { toolId, aliases: [], verdict: null },
      aliases: new Set(aliases.map(foldName)),
      ring: verdict?.ring,
    };
    this.#byTool.set(toolId, plan);
    return plan;
  }

  #addAlias(tool: NamedTool, plan: Plan, spelled: string): ImportNote[] {
    const folded = foldName(spelled);
    if (plan.aliases.has(folded) || folded === foldName(tool.name)) return [];
    const owners = [...(this.#known.owners.get(folded) ?? []), this.#newOwners.get(folded)];
    const other = owners.find((owner) => owner !== undefined && owner.id !== tool.id);
    if (other) return [omitted("aliases", `it already refers to ${other.name}`, spelled)];
    if (plan.aliases.size >= MAX_ALIASES)
      return [omitted("aliases", `a tool can have at most ${MAX_ALIASES} other names`, spelled)];
    plan.aliases.add(folded);
    this.#newOwners.set(folded, tool);
    plan.change.aliases.push({ folded, spelled });
    return [];
  }

  #addVerdict(plan: Plan, verdict: ToolMemory["verdict"]): ImportNote[] {
    if (verdict === null || verdict.ring === plan.ring) return [];
    if (plan.ring !== undefined)
      return [omitted("ring", "the team has already decided on this tool", verdict.ring)];
    if (!this.#mayDecide) return [omitted("ring", "only administrators can decide on tools", verdict.ring)];
    plan.ring = verdict.ring;
    plan.change.verdict = verdict;
    return [];
  }
}
