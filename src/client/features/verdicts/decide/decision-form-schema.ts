import { z } from "zod";

import { CLEARANCES } from "#shared/verdicts/rings.ts";
import { decisionSchema } from "#shared/verdicts/verdicts.ts";

const emptyToNull = z.literal("").transform(() => null);

/** Schema of a decision form. An empty control has no value. */
export const decisionFormSchema = decisionSchema.pick({ ring: true, reason: true }).extend({
  clearance: z.union([emptyToNull, z.enum(CLEARANCES)]),
  lookAgainOn: z.union([emptyToNull, z.iso.date("Enter a date such as 2027-05-24")], {
    error: "Enter a date such as 2027-05-24",
  }),
});
export type DecisionFormInput = z.input<typeof decisionFormSchema>;
