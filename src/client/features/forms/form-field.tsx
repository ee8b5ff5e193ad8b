import { type ReactNode, useId } from "react";
import { type FieldPath, type FieldValues, get, useController, type UseFormReturn } from "react-hook-form";

import { formChoices } from "#client/features/options/option-controls.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/inputs.tsx";
import { Select } from "#client/ui/form/select.tsx";
import { TagInput } from "#client/ui/form/tag-input.tsx";
import { AddressInput, TextArea } from "#client/ui/form/text-inputs.tsx";
import type { Control, Field as FieldRow } from "#shared/fields/field.ts";

import { firstErrorMessage } from "./checked-form.ts";

interface ControlProps<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>;
  name: FieldPath<Input>;
  /** The field's row in its entity's field table. */
  row: FieldRow & { control: Exclude<Control, "own" | "none"> };
  /** Options of a select, or suggestions for a text field. */
  options?: readonly string[] | undefined;
}

interface FormFieldProps<Input extends FieldValues, Output> extends ControlProps<Input, Output> {
  /** Control to the right of the label, such as an auto-fill button. */
  action?: ReactNode;
  hint?: ReactNode;
}

/** Form field from a field table: label, control, hint and error. */
export function FormField<Input extends FieldValues, Output>(props: FormFieldProps<Input, Output>) {
  const { form, name, row, action, hint } = props;
  return (
    <Field
      label={row.label}
      isRequired={row.isRequired}
      error={firstErrorMessage(get(form.formState.errors, name))}
      action={action}
      hint={hint ?? row.hint}
      className={fieldWidthClass(row)}
    >
      <FieldControl {...props} />
    </Field>
  );
}

/** Returns the class for a field's width in a form with two columns. */
export const fieldWidthClass = ({ isWide }: Pick<FieldRow, "isWide">) =>
  isWide ? "md:col-span-2" : undefined;

function FieldControl<Input extends FieldValues, Output>(props: ControlProps<Input, Output>) {
  const { form, name, row } = props;
  const { control, placeholder = "", rows } = row;
  switch (control) {
    case "text":
      return <TextControl {...props} />;
    case "number":
      return (
        <TextInput
          {...form.register(name)}
          type="number"
          step={1}
          placeholder={placeholder}
          autoComplete="off"
        />
      );
    case "textarea":
      return <TextArea {...form.register(name)} rows={rows} placeholder={placeholder} />;
    case "address":
      return <AddressControl {...props} />;
    case "option":
      return <OptionControl {...props} />;
    case "tags":
    case "lowercase-tags":
      return <TagsControl {...props} />;
  }
  return control satisfies never;
}

const formatOption = (value: unknown) => (typeof value === "string" ? value : "");

/** Select with this browser's options. Also offers the stored value if it isn't one of them. */
function OptionControl<Input extends FieldValues, Output>(props: ControlProps<Input, Output>) {
  const { form, name, row, options = [] } = props;
  const { field, formState } = useController({ control: form.control, name });
  const value = formatOption(field.value);
  const stored = formatOption(get(formState.defaultValues, name));
  return (
    <Select
      {...field}
      value={value}
      placeholder={row.placeholder ?? ""}
      options={formChoices(options, [stored, value])}
    />
  );
}

function TextControl<Input extends FieldValues, Output>(props: ControlProps<Input, Output>) {
  const { form, name, row, options } = props;
  const list = useId();
  return (
    <>
      <TextInput
        {...form.register(name)}
        list={options && list}
        placeholder={row.placeholder}
        autoComplete="off"
      />
      {options && (
        <datalist id={list}>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </datalist>
      )}
    </>
  );
}

function AddressControl<Input extends FieldValues, Output>(props: ControlProps<Input, Output>) {
  const { field } = useController({ control: props.form.control, name: props.name });
  const value: unknown = field.value;
  return (
    <AddressInput
      {...field}
      value={typeof value === "string" ? value : ""}
      placeholder={props.row.placeholder ?? ""}
    />
  );
}

/** Tag input. Enter or a comma adds a tag. For tags that aren't lower-case, so does leaving the control. */
function TagsControl<Input extends FieldValues, Output>({ form, name, row }: ControlProps<Input, Output>) {
  const { field } = useController({ control: form.control, name });
  const { value, onChange, onBlur, ref } = field;
  const isLowercase = row.control === "lowercase-tags";
  return (
    <TagInput
      isLowercase={isLowercase}
      addOnBlur={!isLowercase}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      ref={ref}
      placeholder={row.placeholder}
    />
  );
}
