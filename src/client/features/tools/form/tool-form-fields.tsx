import { CircleCheck, Sparkles } from "lucide-react";
import { type ClipboardEvent, Fragment, type ReactNode } from "react";
import { useWatch } from "react-hook-form";

import { useFirstInvalidFocus, isFieldOf } from "#client/features/forms/checked-form.ts";
import { FormField, fieldWidthClass } from "#client/features/forms/form-field.tsx";
import { type AliasDraft, AliasField } from "#client/features/links/aliases/alias-field.tsx";
import { useToolOptions } from "#client/features/options/use-custom-options.ts";
import { UploadField } from "#client/features/uploads/upload-field.tsx";
import { Button } from "#client/ui/button.tsx";
import { Tooltip } from "#client/ui/feedback/tooltip.tsx";
import type { OwnControlOf } from "#shared/fields/field.ts";
import { TOOL_FORM } from "#shared/fields/tool-fields.ts";
import { sliceStart } from "#shared/kernel/text-rules.ts";
import { isImageAddress } from "#shared/pictures/image-rules.ts";
import { isolate } from "#shared/texts/escaping.ts";
import { isAutofillField, type AutofillField as FieldName } from "#shared/tools/autofill-fields.ts";

import {
  FillEverythingButton,
  FillEverythingPanel,
  useFillEverything,
  parseAddress,
} from "./fill-everything.tsx";
import { type ToolForm, type Autofill, TOOL_FORM_FIELDS, useAutofill } from "./tool-form.ts";

interface ToolFormFieldsProps {
  form: ToolForm;
  /** True to show auto-fill buttons. */
  hasAutofill?: boolean;
  onUploading: (isUploading: boolean) => void;
  /** Hint below the name. */
  nameHint?: ReactNode;
  /** Aliases of the tool, which are stored separately. */
  aliases: AliasDraft;
  /** Release notes. Each dialog stores them differently. */
  releaseNotes: ReactNode;
}

/** Fields of a tool, in two columns on wide screens. */
export function ToolFormFields({
  form,
  hasAutofill = false,
  nameHint,
  onUploading,
  aliases,
  releaseNotes,
}: ToolFormFieldsProps) {
  const grid = useFirstInvalidFocus(form.formState.submitCount);
  const { modalities, industries } = useToolOptions();
  const options: Partial<Record<string, readonly string[]>> = { modality: modalities, industry: industries };
  const ownControls: Record<OwnControlOf<typeof TOOL_FORM>, ReactNode> = {
    logoUrl: <LogoField form={form} hasAutofill={hasAutofill} onUploading={onUploading} />,
    releaseNotes: <div className="md:col-span-2">{releaseNotes}</div>,
  };
  const hasOwnControl = isFieldOf(ownControls);
  const filling = useFillEverything(form);

  function handlePaste({ target, clipboardData }: ClipboardEvent<HTMLElement>) {
    const isAddressField = target instanceof HTMLInputElement && ["name", "url"].includes(target.name);
    const address = parseAddress(clipboardData.getData("text"));
    if (hasAutofill && isAddressField && address !== undefined) filling.offer(address);
  }

  return (
    <div ref={grid} onPaste={handlePaste} className="grid grid-cols-1 gap-5 md:grid-cols-2">
      {TOOL_FORM_FIELDS.map((name) => {
        if (hasOwnControl(name)) return <Fragment key={name}>{ownControls[name]}</Fragment>;
        const field =
          hasAutofill && isAutofillField(name) ? (
            <AutofillField key={name} form={form} name={name} options={options[name]} />
          ) : (
            <FormField
              key={name}
              form={form}
              name={name}
              row={TOOL_FORM[name]}
              options={options[name]}
              hint={name === "name" ? nameHint : undefined}
              action={name === "name" && hasAutofill && <FillEverythingButton filling={filling} />}
            />
          );
        // After name, maker and URL, because aliases are alternatives to them.
        return name === "url" ? (
          <Fragment key={name}>
            {hasAutofill && <FillEverythingPanel form={form} filling={filling} />}
            {field}
            <ToolAliasField form={form} draft={aliases} />
          </Fragment>
        ) : (
          field
        );
      })}
    </div>
  );
}

function ToolAliasField({ form, draft }: { form: ToolForm; draft: AliasDraft }) {
  const [name, address] = useWatch({ control: form.control, name: ["name", "url"] });
  return <AliasField draft={draft} name={name} address={address ?? ""} />;
}

interface LogoFieldProps {
  form: ToolForm;
  hasAutofill: boolean;
  /** Called when an upload begins and ends. The form can't be submitted until then. */
  onUploading: (isUploading: boolean) => void;
}

/** Field for the logo: a URL or an uploaded image. It checks a URL and shows suggestions. */
function LogoField({ form, hasAutofill, onUploading }: LogoFieldProps) {
  const address = useWatch({ control: form.control, name: "logoUrl" }) ?? "";
  const autofill = useAutofill(form, "logoUrl");
  return (
    <UploadField
      form={form}
      name="logoUrl"
      label={TOOL_FORM.logoUrl.label}
      hint={isImageAddress(address) ? <LogoSuccess autofill={autofill} /> : undefined}
      action={hasAutofill && <AutofillButton autofill={autofill} label={TOOL_FORM.logoUrl.label} />}
      onUploading={onUploading}
      className={fieldWidthClass(TOOL_FORM.logoUrl)}
    />
  );
}

function LogoSuccess({ autofill }: { autofill: Autofill }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="flex items-center gap-1.5 text-success-ink">
        <CircleCheck aria-hidden className="size-3.5 shrink-0" />
        Logo URL looks good!
      </span>
      <AutofillSource autofill={autofill} />
    </span>
  );
}

interface AutofillFieldProps {
  form: ToolForm;
  name: Exclude<FieldName, "logoUrl">;
  options: readonly string[] | undefined;
}

/** Field with an auto-fill button. */
function AutofillField({ form, name, options }: AutofillFieldProps) {
  const autofill = useAutofill(form, name);
  const row = TOOL_FORM[name];
  return (
    <FormField
      form={form}
      name={name}
      row={row}
      options={options}
      action={<AutofillButton autofill={autofill} label={row.label} />}
      hint={autofill.source === null ? undefined : <AutofillSource autofill={autofill} />}
    />
  );
}

interface AutofillButtonProps {
  autofill: Autofill;
  label: string;
}

/** Button beside a field's label that requests a suggestion from the server. */
function AutofillButton({ autofill, label }: AutofillButtonProps) {
  return (
    <Tooltip label={`Auto-fill ${label}`}>
      <Button
        variant="ghost"
        size="small"
        className="-my-1.5 -mr-2"
        icon={<Sparkles aria-hidden />}
        isPending={autofill.isPending}
        onClick={autofill.fill}
      >
        PPLX
      </Button>
    </Tooltip>
  );
}

/** Source of a suggestion, with a button that restores the previous text. */
function AutofillSource({ autofill: { source, previous: former, undo } }: { autofill: Autofill }) {
  if (source === null) return null;
  return (
    <span className="break-words">
      From {source}
      {former !== "" && `, replacing “${isolate(truncate(former))}”`}{" "}
      <button
        type="button"
        onClick={undo}
        className="ml-1 rounded-chip font-medium text-accent-ink underline underline-offset-2 hover:no-underline"
      >
        Undo
      </button>
    </span>
  );
}

const truncate = (text: string) => (text.length > 80 ? `${sliceStart(text, 80)}…` : text);
