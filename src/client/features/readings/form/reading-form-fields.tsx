import { Fragment, type ReactNode } from "react";

import { useFirstInvalidFocus } from "#client/features/forms/checked-form.ts";
import { FormField, widthOf } from "#client/features/forms/form-field.tsx";
import { isFieldOf } from "#client/features/forms/form-fields.ts";
import { UploadField } from "#client/features/uploads/upload-field.tsx";
import type { OwnControlOf } from "#shared/fields/field.ts";
import { READING_FIELDS } from "#shared/fields/reading-fields.ts";

import { LookupField } from "./lookup-field.tsx";
import { READING_FORM_FIELDS, type ReadingForm } from "./reading-form-values.ts";

interface ReadingFormFieldsProps {
  form: ReadingForm;
  /** Topics of other readings, as suggestions. */
  topics: readonly string[];
  onUploading: (isUploading: boolean) => void;
}

/** Fields of a reading, in two columns on wide screens, below the lookup field. */
export function ReadingFormFields({ form, topics, onUploading }: ReadingFormFieldsProps) {
  const grid = useFirstInvalidFocus(form.formState.submitCount);
  const own: Record<OwnControlOf<typeof READING_FIELDS>, ReactNode> = {
    imageUrl: (
      <UploadField
        form={form}
        name="imageUrl"
        label={READING_FIELDS.imageUrl.label}
        onUploading={onUploading}
        className={widthOf(READING_FIELDS.imageUrl)}
      />
    ),
  };
  const isOwn = isFieldOf(own);
  return (
    <div ref={grid} className="grid grid-cols-1 gap-5 md:grid-cols-2">
      <LookupField form={form} className="md:col-span-2" />
      {READING_FORM_FIELDS.map((name) =>
        isOwn(name) ? (
          <Fragment key={name}>{own[name]}</Fragment>
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
