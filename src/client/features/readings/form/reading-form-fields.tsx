import { useId } from "react";

import { firstMessage } from "#client/features/forms/first-message.ts";
import { useFirstInvalidFocus } from "#client/features/forms/use-first-invalid-focus.ts";
import { UploadField } from "#client/features/uploads/upload-field.tsx";
import { Field } from "#client/ui/field.tsx";
import { TextArea } from "#client/ui/text-area.tsx";
import { TextInput } from "#client/ui/text-input.tsx";

import { LookupField } from "./lookup-field.tsx";
import { READING_FIELD_LABELS, type ReadingForm } from "./reading-form-values.ts";

interface ReadingFormFieldsProps {
  form: ReadingForm;
  /** Topics that other readings have, as suggestions. */
  topics: readonly string[];
  onUploading: (isUploading: boolean) => void;
}

/** The fields of a reading, in two columns where there is room, below the one that fills them. */
export function ReadingFormFields({ form, topics, onUploading }: ReadingFormFieldsProps) {
  const { register, formState } = form;
  const { errors, submitCount } = formState;
  const fields = useFirstInvalidFocus(submitCount);
  const topicList = useId();
  return (
    <div ref={fields} className="grid grid-cols-1 gap-5 md:grid-cols-2">
      <LookupField form={form} className="md:col-span-2" />
      <Field label={READING_FIELD_LABELS.title} isRequired error={errors.title?.message}>
        <TextInput {...register("title")} placeholder="Title of the book or article" autoComplete="off" />
      </Field>
      <Field label={READING_FIELD_LABELS.author} isRequired error={errors.author?.message}>
        <TextInput {...register("author")} placeholder="Who wrote it" autoComplete="off" />
      </Field>
      <Field label={READING_FIELD_LABELS.year} error={errors.year?.message}>
        <TextInput {...register("year")} type="number" step={1} placeholder="2024" autoComplete="off" />
      </Field>
      <Field label={READING_FIELD_LABELS.page} error={errors.page?.message}>
        <TextInput {...register("page")} placeholder="12-34, 56" autoComplete="off" />
      </Field>
      <Field label={READING_FIELD_LABELS.topic} error={errors.topic?.message}>
        <TextInput
          {...register("topic")}
          list={topicList}
          placeholder="What it's about, in a word or two"
          autoComplete="off"
        />
      </Field>
      <datalist id={topicList}>
        {topics.map((topic) => (
          <option key={topic}>{topic}</option>
        ))}
      </datalist>
      <Field label={READING_FIELD_LABELS.isbn} error={errors.isbn?.message}>
        <TextInput {...register("isbn")} placeholder="978-0-14-143954-9" autoComplete="off" />
      </Field>
      <UploadField
        form={form}
        name="imageUrl"
        label={READING_FIELD_LABELS.imageUrl}
        onUploading={onUploading}
        className="md:col-span-2"
      />
      <Field
        label={READING_FIELD_LABELS.tags}
        error={firstMessage(errors.tags)}
        hint="Separated by commas"
        className="md:col-span-2"
      >
        <TextInput {...register("tags")} placeholder="agents, evaluation" autoComplete="off" />
      </Field>
      <Field label={READING_FIELD_LABELS.notes} error={errors.notes?.message} className="md:col-span-2">
        <TextArea {...register("notes")} rows={4} placeholder="Why it's worth reading and what to look for" />
      </Field>
    </div>
  );
}
