import { z } from "zod";

import { partOf } from "#shared/fields/field.ts";
import { PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";
import { schemasOf } from "#shared/fields/schemas-of.ts";
import { itemInput } from "#shared/kernel/item-input.ts";
import { baseRevision, idSchema, optionalLine, requiredProse, revisionSchema } from "#shared/kernel/text.ts";
import { versionSchemaOf } from "#shared/kernel/versions.ts";

import { MAX_EDIT_NOTE_LENGTH } from "./prompt-rules.ts";

export const promptSchema = z.object({
  id: idSchema,
  ...schemasOf(PROMPT_FIELDS, "storedSchema"),
  dateUpdated: z.iso.datetime(),
  userId: idSchema,
  revision: revisionSchema,
});
export type Prompt = z.infer<typeof promptSchema>;

export const promptVersionSchema = versionSchemaOf(PROMPT_FIELDS);

/** Editable fields of a prompt. */
export const promptFieldsSchema = z.object(schemasOf(PROMPT_FIELDS, "schema"));
export type PromptFields = z.infer<typeof promptFieldsSchema>;

/** Schema of the form, with the workspace's maximum length of prompts. */
export const promptFieldsWithin = (maxLength: number) =>
  promptFieldsSchema.extend({ prompt: requiredProse(maxLength, "Prompt is required") });

export const newPromptSchema = itemInput(schemasOf(PROMPT_FIELDS, "newSchema"), promptSchema);
export type NewPrompt = z.infer<typeof newPromptSchema>;

export const EMPTY_PROMPT = partOf(PROMPT_FIELDS, "emptyValue");

/** Partial edit. Absent fields are unchanged and `null` clears one. A stale `revision` is rejected. */
export const promptEditSchema = itemInput(
  {
    ...schemasOf(PROMPT_FIELDS, "editSchema"),
    id: idSchema,
    revision: baseRevision,
    /** Reason for the edit, shown in the history. */
    note: optionalLine(MAX_EDIT_NOTE_LENGTH),
  },
  promptSchema,
);
export type PromptEdit = z.infer<typeof promptEditSchema>;

/** Star of the requesting user. */
export const promptFlagsSchema = z.object({ id: idSchema, isStarred: z.boolean() });
export type PromptFlags = z.infer<typeof promptFlagsSchema>;

/** Number of people who have starred a prompt, and whether the requesting user has. */
export const promptStarsSchema = z.object({ id: idSchema, stars: z.int(), isStarred: z.boolean() });
export type PromptStars = z.infer<typeof promptStarsSchema>;
