import { WandSparkles } from "lucide-react";
import { type KeyboardEvent, type ReactNode, Fragment, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import {
  type FormValues,
  useFirstInvalidFocus,
  isFieldOf,
  toFormValues,
} from "#client/features/forms/checked-form.ts";
import { FormField, fieldWidthClass } from "#client/features/forms/form-field.tsx";
import { UploadField } from "#client/features/uploads/upload-field.tsx";
import { Button } from "#client/ui/button.tsx";
import { useUnsaved } from "#client/ui/dialog/unsaved.ts";
import { Field } from "#client/ui/form/field.tsx";
import { AddressInput } from "#client/ui/form/text-inputs.tsx";
import { type OwnControlOf, namesOf, pickProperty } from "#shared/fields/field.ts";
import { READING_FIELDS } from "#shared/fields/reading-fields.ts";
import type { ReadingFields, readingFormSchema, LookupAnswer } from "#shared/readings/readings.ts";

/** Loads the form's schema, separately from the form. */
export const loadReadingFormSchema = async () =>
  (await import("#shared/readings/readings.ts")).readingFormSchema;
export const READING_FORM_FIELDS = namesOf(READING_FIELDS);

type ReadingFormInput = z.input<typeof readingFormSchema>;
type ReadingFormField = keyof ReadingFormInput;
type ReadingForm = UseFormReturn<ReadingFormInput, unknown, z.output<typeof readingFormSchema>>;
type ReadingFormValues = FormValues<ReadingFormInput>;

/** Converts form input to form values. Missing values become empty strings. */
export const formValuesOf = (input: ReadingFormInput): ReadingFormValues =>
  toFormValues<ReadingFormInput>(READING_FIELDS, input);
/** Converts a stored reading to form values. */
export const formValuesOfReading = (reading: ReadingFields): ReadingFormValues =>
  toFormValues<ReadingFormInput>(READING_FIELDS, reading);

export const EMPTY_READING_FORM = formValuesOf({
  ...pickProperty(READING_FIELDS, "emptyValue"),
  year: "",
  tags: "",
});
export const isReadingFormField = isFieldOf(EMPTY_READING_FORM);

const FAILURE = "The lookup failed. Try again later, or fill in the fields yourself.";
const names = new Intl.ListFormat("en-US", { type: "conjunction" });

/** Returns a function that looks up an ISBN or URL on the server and fills the form's empty fields. */
function useLookup(form: ReadingForm) {
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
    const { lookupRequestSchema } = await import("#shared/readings/readings.ts");
    isChecking.current = false;
    const request = lookupRequestSchema.safeParse({ isbnOrUrl });
    setError(request.error?.issues[0]?.message ?? "");
    if (request.success) lookup.mutate(request.data);
  }

  return { find: (isbnOrUrl: string) => void find(isbnOrUrl), isPending: lookup.isPending, error, outcome };
}

/**
 * Fills empty fields with the reply, and returns their names. Preserves all typed text, even if it was typed during the
 * request.
 */
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

interface ReadingFormFieldsProps {
  form: ReadingForm;
  /** Topics of other readings, as suggestions. */
  topics: readonly string[];
  onUploading: (isUploading: boolean) => void;
}

/** Fields of a reading, in two columns on wide screens. The lookup field is above them. */
export function ReadingFormFields({ form, topics, onUploading }: ReadingFormFieldsProps) {
  const grid = useFirstInvalidFocus(form.formState.submitCount);
  const ownControls: Record<OwnControlOf<typeof READING_FIELDS>, ReactNode> = {
    imageUrl: (
      <UploadField
        form={form}
        name="imageUrl"
        label={READING_FIELDS.imageUrl.label}
        onUploading={onUploading}
        className={fieldWidthClass(READING_FIELDS.imageUrl)}
      />
    ),
  };
  const hasOwnControl = isFieldOf(ownControls);
  return (
    <div ref={grid} className="grid grid-cols-1 gap-5 md:grid-cols-2">
      <LookupField form={form} className="md:col-span-2" />
      {READING_FORM_FIELDS.map((name) =>
        hasOwnControl(name) ? (
          <Fragment key={name}>{ownControls[name]}</Fragment>
        ) : (
          <FormField
            key={name}
            form={form}
            name={name}
            row={READING_FIELDS[name]}
            options={name === "topic" ? topics : undefined}
          />
        ),
      )}
    </div>
  );
}

/** Field for an ISBN or URL that fills the empty fields of the form. */
function LookupField({ form, className }: { form: ReadingForm; className?: string }) {
  const [text, setText] = useState("");
  const lookup = useLookup(form);
  useUnsaved(text.trim() !== "");

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    // Enter must not submit the form.
    event.preventDefault();
    lookup.find(text);
  }

  return (
    <div className={className}>
      <Field
        label="Fill from ISBN or link"
        error={lookup.error}
        hint={
          <span aria-live="polite">{lookup.outcome || "Fills in empty fields only. Your text stays."}</span>
        }
      >
        <div className="flex gap-2">
          <AddressInput
            inputMode="text"
            value={text}
            placeholder="978-0-14-143954-9 or https://example.com/article"
            onChange={setText}
            onKeyDown={handleKeyDown}
          />
          <Button
            icon={<WandSparkles aria-hidden />}
            isPending={lookup.isPending}
            pendingLabel="Looking up..."
            onClick={() => lookup.find(text)}
          >
            Fill
          </Button>
        </div>
      </Field>
    </div>
  );
}
