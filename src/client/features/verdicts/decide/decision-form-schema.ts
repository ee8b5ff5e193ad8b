import { z } from "zod";

import { CLEARANCES } from "#shared/verdicts/rings.ts";
import { decisionSchema } from "#shared/verdicts/verdicts.ts";

const nothing = z.literal("").transform(() => null);

/** What people fill in of a decision; an empty control means that nothing is said of it. */
export const decisionFormSchema = decisionSchema.pick({ ring: true, reason: true }).extend({
  clearance: z.union([nothing, z.enum(CLEARANCES)]),
  lookAgainOn: z.union([nothing, z.iso.date("Give a day, as in 2027-05-24")], {
    error: "Give a day, as in 2027-05-24",
  }),
});
export type DecisionFormInput = z.input<typeof decisionFormSchema>;
