import { z } from "zod";

import { authorSchema } from "#shared/accounts/users.ts";
import { exportRequestSchema } from "#shared/export.ts";
import { itemInput, itemRefSchema } from "#shared/kernel/items.ts";
import { pageOf, pageRequestSchema } from "#shared/kernel/paging.ts";
import { idSchema, optionalLine, requiredLine, wholeNumber } from "#shared/kernel/text.ts";

import { CLEARANCES, MAX_EVIDENCE, MAX_REASON_LENGTH, MOVE_PERIODS, RINGS, STANCES } from "./rings.ts";

export const evidenceSchema = z.object({ ref: itemRefSchema, stance: z.enum(STANCES) });
const listedEvidenceSchema = evidenceSchema.extend({ title: z.string().nullable() });

export const verdictSchema = z.object({
  id: idSchema,
  toolId: idSchema,
  /** Number of the tool's verdict, from 1. */
  revision: z.int(),
  ring: z.enum(RINGS),
  /** Ring that this verdict replaced. Null for the first verdict. */
  from: z.enum(RINGS).nullable(),
  reason: z.string(),
  clearance: z.enum(CLEARANCES).nullable(),
  lookAgainOn: z.iso.date().nullable(),
  decidedBy: authorSchema.nullable(),
  decidedAt: z.iso.datetime(),
  toolVersion: z.string().nullable(),
  evidence: z.array(listedEvidenceSchema),
});
export type Verdict = z.infer<typeof verdictSchema>;

export const voteSchema = z.object({
  user: authorSchema,
  ring: z.enum(RINGS),
  note: z.string().nullable(),
  votedAt: z.iso.datetime(),
});
export type Vote = z.infer<typeof voteSchema>;

/** Team's assessment of a tool: current verdict, votes, and suggested evidence. */
export const toolVerdictSchema = z.object({
  verdict: verdictSchema.nullable(),
  /** Time when the tool moved to its ring. Earlier than the verdict, if the verdict confirmed the ring. */
  ringSince: z.iso.datetime().nullable(),
  /** Latest votes on the tool. */
  votes: z.array(voteSchema),
  /** Number of votes for each ring. */
  tally: z.record(z.enum(RINGS), z.int()),
  /** Median of the votes. Null with fewer than three votes, or if it equals the verdict. */
  leansTo: z.enum(RINGS).nullable(),
  ownRing: z.enum(RINGS).nullable(),
  mayDecide: z.boolean(),
});
export type ToolVerdict = z.infer<typeof toolVerdictSchema>;

export const decisionSchema = itemInput(
  {
    toolId: idSchema,
    /**
     * Revision of the verdict to replace, or 0 for none. Rejected if another verdict is current. If omitted, any
     * verdict is replaced.
     */
    revision: z
      .int()
      .min(0)
      .nullish()
      .transform((revision) => revision ?? undefined),
    ring: z.enum(RINGS, "Choose a ring"),
    reason: requiredLine(MAX_REASON_LENGTH, "Say in one sentence why"),
    clearance: z
      .enum(CLEARANCES)
      .nullish()
      .transform((clearance) => clearance ?? null),
    /** Day of the next review, not before today. */
    lookAgainOn: z.iso
      .date("Enter a date such as 2027-05-24")
      .nullish()
      .transform((day) => day ?? null),
    evidence: z
      .array(itemInput(evidenceSchema.shape, listedEvidenceSchema))
      .max(MAX_EVIDENCE, `Add at most ${MAX_EVIDENCE} pieces of evidence`)
      .default([]),
  },
  verdictSchema,
);
export type Decision = z.infer<typeof decisionSchema>;

/** User's vote. A vote without a ring withdraws the former one. */
export const newVoteSchema = itemInput(
  {
    toolId: idSchema,
    ring: z.enum(RINGS).nullable(),
    note: optionalLine(MAX_REASON_LENGTH),
  },
  voteSchema,
);
export type NewVote = z.infer<typeof newVoteSchema>;

/** Current verdict of a tool, with only the fields in lists of all tools, which are read often. */
export const currentVerdictSchema = verdictSchema.pick({ toolId: true, ring: true });
export type CurrentVerdict = z.infer<typeof currentVerdictSchema>;
export const currentVerdictsSchema = pageOf(currentVerdictSchema);

export const toolVerdictRequestSchema = z.object({ toolId: idSchema });
export const verdictHistoryRequestSchema = pageRequestSchema.extend({ toolId: idSchema });
export const verdictPageSchema = pageOf(verdictSchema);

export const radarRequestSchema = z.object({ asOf: z.iso.date().optional() });
/** Request for a radar file: of the chosen tools, or of all. */
export const radarFileRequestSchema = radarRequestSchema.extend({
  selectedIds: exportRequestSchema.shape.selectedIds,
});
export type RadarFileRequest = z.infer<typeof radarFileRequestSchema>;

export const blipSchema = z.object({
  toolId: idSchema,
  name: z.string(),
  ring: z.enum(RINGS),
  /** Ring 90 days before. Null if the tool had no verdict. */
  from: z.enum(RINGS).nullable(),
  /** Sector of the radar. */
  sector: z.string(),
  modality: z.string().nullable(),
  /** Move towards Adopt or away from it within the last 90 days. */
  moved: z.enum(["in", "out"]).nullable(),
  /** True if the first verdict is from the last 90 days. */
  isNew: z.boolean(),
  decidedAt: z.iso.datetime(),
  firstDecidedAt: z.iso.datetime(),
  reason: z.string(),
});
export type Blip = z.infer<typeof blipSchema>;

/** All verdicts as of a day. */
export const radarSchema = z.object({
  asOf: z.iso.date(),
  /** Day of the earliest verdict. Null if there is none. */
  first: z.iso.date().nullable(),
  /** Seven largest industries, and "Other" if there are more. */
  sectors: z.array(z.string()),
  blips: z.array(blipSchema),
});
export type Radar = z.infer<typeof radarSchema>;

export const movesRequestSchema = radarRequestSchema.extend({
  days: wholeNumber(z.literal([...MOVE_PERIODS], "Use 30 or 90 days")).default(90),
});

/** Tools that changed their ring or got their first ring, latest first. */
export const movesSchema = z.object({
  items: z.array(
    verdictSchema
      .pick({
        id: true,
        toolId: true,
        ring: true,
        from: true,
        reason: true,
        decidedBy: true,
        decidedAt: true,
      })
      .extend({ name: z.string() }),
  ),
});
export type Moves = z.infer<typeof movesSchema>;
export type Move = Moves["items"][number];

/**
 * Gaps in a field of the landscape. `untried`: nobody has tried any of its tools. `no-prompt`: no prompt uses an
 * adopted tool. `papers-no-tool`: papers of the last 30 days but no tool. `overdue`: verdicts past their review date.
 * `no-verdict`: tools without a verdict.
 */
export const BLIND_SPOTS = ["untried", "no-prompt", "papers-no-tool", "overdue", "no-verdict"] as const;
export const blindSpotsSchema = z.object({
  cells: z.array(
    z.object({
      industry: z.string(),
      modality: z.string(),
      notes: z.array(
        z.object({
          kind: z.enum(BLIND_SPOTS),
          count: z.int(),
          tools: z.array(z.object({ id: idSchema, name: z.string() })),
          since: z.iso.date().optional(),
        }),
      ),
    }),
  ),
});
export type BlindSpots = z.infer<typeof blindSpotsSchema>;
export type BlindSpotNote = BlindSpots["cells"][number]["notes"][number];

export const overdueVerdictsSchema = z.object({
  items: z.array(
    z.object({
      toolId: idSchema,
      name: z.string(),
      ring: z.enum(RINGS),
      lookAgainOn: z.iso.date(),
      decidedBy: authorSchema.nullable(),
    }),
  ),
  /** Total number of verdicts. May exceed the length of the list. */
  total: z.int(),
});
export type OverdueVerdicts = z.infer<typeof overdueVerdictsSchema>;
