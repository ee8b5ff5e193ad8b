import { useRef, useState } from "react";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { READING_FIELDS } from "#shared/fields/reading-fields.ts";
import type { LookupAnswer } from "#shared/readings/reading-lookup.ts";

import type { ReadingForm, ReadingFormField } from "./reading-form-values.ts";

const FAILURE = "The lookup failed. Try again later, or fill in the fields yourself.";
const names = new Intl.ListFormat("en-US", { type: "conjunction" });

/** Fills the form's empty fields with the server's data about an ISBN or URL. */
export function useLookup(form: ReadingForm) {
  const [error, setError] = useState("");
  const [outcome, setOutcome] = useState("");
  const lookup = trpc.readings.lookup.useMutation({
    onSuccess: (answer) => setOutcome(formatOutcome(answer, fillEmpty(form, answer))),
    onError: (failure) => setError(messageOf(failure, FAILURE)),
  });

  const isChecking = useRef(false);

  async function find(isbnOrUrl: string) {
    if (lookup.isPending || isChecking.current) return;
    setOutcome("");
    isChecking.current = true;
    const { lookupRequestSchema } = await import("#shared/readings/reading-lookup.ts");
    isChecking.current = false;
    const request = lookupRequestSchema.safeParse({ isbnOrUrl });
    setError(request.error?.issues[0]?.message ?? "");
    if (request.success) lookup.mutate(request.data);
  }

  return { find: (isbnOrUrl: string) => void find(isbnOrUrl), isPending: lookup.isPending, error, outcome };
}

/** Preserves text that the user typed, including text typed during the request. */
function fillEmpty(form: ReadingForm, { year, ...answer }: LookupAnswer): ReadingFormField[] {
  const found: Partial<Record<ReadingFormField, string | null>> = {
    title: answer.title,
    author: answer.author,
    year: year === null ? null : String(year),
    isbn: answer.isbn,
    imageUrl: answer.imageUrl,
  };
  const filled: ReadingFormField[] = [];
  for (const field of ["title", "author", "year", "isbn", "imageUrl"] as const) {
    const value = found[field];
    if (!value || form.getValues(field)?.trim()) continue;
    form.setValue(field, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    filled.push(field);
  }
  return filled;
}

function formatOutcome({ source }: LookupAnswer, filled: readonly ReadingFormField[]): string {
  if (filled.length === 0) return `Found on ${source}, but no field was empty.`;
  return `${names.format(filled.map((field) => READING_FIELDS[field].label))} filled from ${source}.`;
}
