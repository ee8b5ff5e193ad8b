import { z } from "zod";

import { authorSchema } from "#shared/accounts/users.ts";
import { exportRequestSchema } from "#shared/export.ts";
import { itemInput } from "#shared/kernel/item-input.ts";
import { itemRefSchema } from "#shared/kernel/items.ts";
import { pageOf, pageRequestSchema } from "#shared/kernel/paging.ts";
import { idSchema, optionalLine, requiredLine } from "#shared/kernel/text.ts";

import { CLEARANCES, RINGS, STANCES } from "./rings.ts";
import { MAX_EVIDENCE, MAX_REASON_LENGTH } from "./verdict-rules.ts";

export const evidenceSchema = z.object({ ref: itemRefSchema, stance: z.enum(STANCES) });
const listedEvidenceSchema = evidenceSchema.extend({ title: z.string().nullable() });

export const verdictSchema = z.object({
  id: idSchema,
  toolId: idSchema,
  /** Counts the verdicts of a tool from 1. */
  revision: z.int(),
  ring: z.enum(RINGS),
  /** The ring that it replaced; null for the first verdict. */
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

/** What the team says of a tool: what holds now, what people think, and what may be suggested as evidence. */
export const toolVerdictSchema = z.object({
  verdict: verdictSchema.nullable(),
  /** When the tool came to that ring: before the verdict where that kept it there. */
  ringSince: z.iso.datetime().nullable(),
  /** The latest of them. */
  votes: z.array(voteSchema),
  /** How many votes each ring has. */
  tally: z.record(z.enum(RINGS), z.int()),
  /** Where at least three votes have a median that differs from what was decided. */
  leansTo: z.enum(RINGS).nullable(),
  ownRing: z.enum(RINGS).nullable(),
  mayDecide: z.boolean(),
});
export type ToolVerdict = z.infer<typeof toolVerdictSchema>;

export const decisionSchema = itemInput(
  {
    toolId: idSchema,
    /** The revision of the verdict that it replaces, 0 for none: another one is refused. Without it, it replaces any. */
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
    /** Not before today. */
    lookAgainOn: z.iso
      .date("Give a day, as in 2027-05-24")
      .nullish()
      .transform((day) => day ?? null),
    evidence: z
      .array(itemInput(evidenceSchema.shape, listedEvidenceSchema))
      .max(MAX_EVIDENCE, `Name at most ${MAX_EVIDENCE} pieces of evidence`)
      .default([]),
  },
  verdictSchema,
);
export type Decision = z.infer<typeof decisionSchema>;

/** A vote of the person who asks; without a ring it is taken back. */
export const ballotSchema = z.strictObject({
  toolId: idSchema,
  ring: z.enum(RINGS).nullable(),
  note: optionalLine(MAX_REASON_LENGTH),
});
export type Ballot = z.infer<typeof ballotSchema>;

/** What holds of a tool, as far as lists of all tools show it: they read it with every look at them. */
export const presentVerdictSchema = verdictSchema.pick({ toolId: true, ring: true });
export type PresentVerdict = z.infer<typeof presentVerdictSchema>;
export const presentVerdictsSchema = pageOf(presentVerdictSchema);

export const toolVerdictRequestSchema = z.object({ toolId: idSchema });
export const verdictHistoryRequestSchema = pageRequestSchema.extend({ toolId: idSchema });
export const verdictPageSchema = pageOf(verdictSchema);

export const radarRequestSchema = z.object({ asOf: z.iso.date().optional() });
/** A radar as a file: of the chosen tools, or of all. */
export const radarFileRequestSchema = radarRequestSchema.extend({
  selectedIds: exportRequestSchema.shape.selectedIds,
});
export type RadarFileRequest = z.infer<typeof radarFileRequestSchema>;

export const blipSchema = z.object({
  toolId: idSchema,
  name: z.string(),
  ring: z.enum(RINGS),
  /** The ring that it had 90 days before; null where it had none. */
  from: z.enum(RINGS).nullable(),
  /** One of the radar's sectors. */
  sector: z.string(),
  modality: z.string().nullable(),
  /** Towards Adopt or away from it within the last 90 days. */
  moved: z.enum(["in", "out"]).nullable(),
  /** Decided on for the first time within the last 90 days. */
  isNew: z.boolean(),
  decidedAt: z.iso.datetime(),
  firstDecidedAt: z.iso.datetime(),
  reason: z.string(),
});
export type Blip = z.infer<typeof blipSchema>;

/** All verdicts as they were on a day. */
export const radarSchema = z.object({
  asOf: z.iso.date(),
  /** The day of the first verdict of all; null where there is none. */
  first: z.iso.date().nullable(),
  /** The seven largest industries, and "Other" where there are more. */
  sectors: z.array(z.string()),
  blips: z.array(blipSchema),
});
export type Radar = z.infer<typeof radarSchema>;

/**
 * What is missing in a field of the landscape: nobody tries any of its tools; a tool is adopted and no prompt uses it;
 * papers of the last 30 days are about it and there is no tool; verdicts are overdue; tools have none.
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
  /** How many there are, which may be more than are listed. */
  total: z.int(),
});
export type OverdueVerdicts = z.infer<typeof overdueVerdictsSchema>;
