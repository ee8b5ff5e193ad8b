import { MAX_ALIASES } from "#shared/alias-rules.ts";
import type { ImportNote } from "#shared/imports/request.ts";
import { TOOL_MEMORY_COLUMNS, type ToolMemoryColumn } from "#shared/imports/tool-memory-columns.ts";
import { type FileVerdict, type FileVote, omitted, type ToolMemory } from "#shared/imports/tool-memory.ts";
import { type ItemRef, parseItemRef } from "#shared/items.ts";
import { foldName } from "#shared/mentions/names.ts";

/** Who imports, and what they may say of others. */
export interface Importer {
  id: string;
  username: string;
  isAdmin: boolean;
  mayDecide: boolean;
}

type PlannedEvidence = ReturnType<typeof parseItemRef> & Pick<FileVerdict["evidence"][number], "stance">;

/** What an import brings to a tool beside its fields, in the words of the database. */
export interface MemoryChange {
  toolId: string;
  aliases: { folded: string; spelled: string }[];
  verdicts: (Omit<FileVerdict, "decidedBy" | "evidence"> & {
    decidedBy: string | null;
    evidence: PlannedEvidence[];
  })[];
  votes: (Omit<FileVote, "user"> & { userId: string })[];
}

/** What there is in the database. */
export interface KnownMemory {
  ofTools: ReadonlyMap<string, ToolMemory>;
  /** The tools that have a name, as their own or as another; by name as it is compared. */
  owners: ReadonlyMap<string, readonly { id: string; name: string }[]>;
  /** The ids of people by their usernames. */
  people: ReadonlyMap<string, string>;
  /** The items that may be named as evidence. */
  there: ReadonlySet<ItemRef>;
}

interface Taking {
  change: MemoryChange;
  aliases: Set<string>;
  /** When the present verdict was made; empty where there is none. */
  decidedAt: string;
  /** When all verdicts were made. */
  decided: Set<string>;
  /** The usernames of those who have voted. */
  voters: Set<string>;
}

const ONLY_ADMINS = "only administrators can import what others did";
const UNKNOWN_PERSON = "nobody here has this username";

/**
 * Decides what rows bring to tools beside their fields. Nothing that is there is changed: other names come to those that
 * a tool has, verdicts after the present one, and votes of those who have not voted.
 */
export class MemoryPlan {
  readonly #known: KnownMemory;
  readonly #importer: Importer;
  readonly #byTool = new Map<string, Taking>();
  /** Which tool a name goes to by this import. */
  readonly #given = new Map<string, { id: string; name: string }>();

  constructor(known: KnownMemory, importer: Importer) {
    this.#known = known;
    this.#importer = importer;
  }

  get changes(): MemoryChange[] {
    return [...this.#byTool.values()].flatMap(({ change }) => (columnsOf(change).length > 0 ? change : []));
  }

  /** Takes what a row says of a tool; returns what of it is new, and notes on what is left out. */
  take(
    tool: { id: string; name: string },
    memory: ToolMemory,
  ): { columns: ToolMemoryColumn[]; notes: ImportNote[] } {
    const taking = this.#takingOf(tool.id);
    const before = countsOf(taking.change);
    const notes = [
      ...this.#takeAliases(tool, taking, memory.aliases),
      ...this.#takeVerdicts(taking, memory.verdicts),
      ...this.#takeVotes(taking, memory.votes),
    ];
    const after = countsOf(taking.change);
    return { columns: columnsOf(taking.change).filter((column) => after[column] > before[column]), notes };
  }

  #takingOf(toolId: string): Taking {
    const known = this.#byTool.get(toolId);
    if (known) return known;
    const { aliases, verdicts, votes } = this.#known.ofTools.get(toolId) ?? NOTHING;
    const taking: Taking = {
      change: { toolId, aliases: [], verdicts: [], votes: [] },
      aliases: new Set(aliases.map(foldName)),
      decidedAt: verdicts.at(-1)?.decidedAt ?? "",
      decided: new Set(verdicts.map(({ decidedAt }) => decidedAt)),
      voters: new Set(votes.map(({ user }) => user)),
    };
    this.#byTool.set(toolId, taking);
    return taking;
  }

  #takeAliases(tool: { id: string; name: string }, taking: Taking, aliases: readonly string[]): ImportNote[] {
    const notes: ImportNote[] = [];
    for (const spelled of aliases) {
      const folded = foldName(spelled);
      if (taking.aliases.has(folded) || folded === foldName(tool.name)) continue;
      const owners = [...(this.#known.owners.get(folded) ?? []), this.#given.get(folded)];
      const other = owners.find((owner) => owner !== undefined && owner.id !== tool.id);
      if (other) notes.push(omitted("aliases", `it already means ${other.name}`, spelled));
      else if (taking.aliases.size >= MAX_ALIASES)
        notes.push(omitted("aliases", `a tool can have at most ${MAX_ALIASES} other names`, spelled));
      else {
        taking.aliases.add(folded);
        this.#given.set(folded, tool);
        taking.change.aliases.push({ folded, spelled });
      }
    }
    return notes;
  }

  #takeVerdicts(taking: Taking, verdicts: readonly FileVerdict[]): ImportNote[] {
    const added = verdicts.filter(({ decidedAt }) => !taking.decided.has(decidedAt));
    if (added.length === 0) return [];
    if (!this.#importer.mayDecide)
      return [omitted("verdicts", "only administrators decide on tools here", added)];
    const notes: ImportNote[] = [];
    for (const { decidedBy, evidence, ...verdict } of added) {
      if (verdict.decidedAt <= taking.decidedAt) {
        notes.push(omitted("verdicts", "the team has decided on the tool since", verdict.reason));
        continue;
      }
      const { id, problem } = this.#personBy(decidedBy);
      if (problem !== null) notes.push(omitted("decidedBy", problem, decidedBy));
      const missing = evidence.find(({ ref }) => !this.#known.there.has(ref));
      if (missing) notes.push(omitted("evidence", "what isn't here", missing.ref));
      taking.change.verdicts.push({ ...verdict, decidedBy: id, evidence: this.#evidenceIn(evidence) });
      taking.decidedAt = verdict.decidedAt;
      taking.decided.add(verdict.decidedAt);
    }
    return notes;
  }

  #takeVotes(taking: Taking, votes: readonly FileVote[]): ImportNote[] {
    const notes: ImportNote[] = [];
    for (const { user, ...vote } of votes.toReversed()) {
      if (taking.voters.has(user)) continue;
      const { id: userId, problem } = this.#personBy(user);
      if (problem !== null) notes.push(omitted("votes", problem, user));
      if (userId === null) continue;
      taking.voters.add(user);
      taking.change.votes.push({ ...vote, userId });
    }
    return notes;
  }

  /** The person of a username, whom only admins and that person name. */
  #personBy(username: string | null): { id: string | null; problem: string | null } {
    if (username === null) return { id: null, problem: null };
    if (username === this.#importer.username) return { id: this.#importer.id, problem: null };
    if (!this.#importer.isAdmin) return { id: null, problem: ONLY_ADMINS };
    const id = this.#known.people.get(username) ?? null;
    return { id, problem: id === null ? UNKNOWN_PERSON : null };
  }

  /** Each item once, the last word on it counting. */
  #evidenceIn(evidence: FileVerdict["evidence"]): PlannedEvidence[] {
    const stances = new Map(evidence.map(({ ref, stance }) => [ref, stance]));
    return [...stances].flatMap(([ref, stance]) =>
      this.#known.there.has(ref) ? { ...parseItemRef(ref), stance } : [],
    );
  }
}

const NOTHING: ToolMemory = { aliases: [], verdicts: [], votes: [] };

const countsOf = ({ aliases, verdicts, votes }: MemoryChange): Record<ToolMemoryColumn, number> => ({
  aliases: aliases.length,
  verdicts: verdicts.length,
  votes: votes.length,
});

const columnsOf = (change: MemoryChange): ToolMemoryColumn[] =>
  TOOL_MEMORY_COLUMNS.filter((column) => change[column].length > 0);
