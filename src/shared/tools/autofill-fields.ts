/** Tool fields that the server can look up. */
export const AUTOFILL_FIELDS = [
  "company",
  "url",
  "modality",
  "industry",
  "capabilities",
  "tags",
  "logoUrl",
] as const;
export type AutofillField = (typeof AUTOFILL_FIELDS)[number];

export const isAutofillField = (name: string): name is AutofillField =>
  AUTOFILL_FIELDS.some((field) => field === name);
