import { CircleCheck } from "lucide-react";
import { useWatch } from "react-hook-form";

import { widthOf } from "#client/features/forms/form-field.tsx";
import { UploadField } from "#client/features/uploads/upload-field.tsx";
import { isImageAddress } from "#shared/pictures/image-rules.ts";

import { AutofillButton, AutofillSource } from "./autofill-field.tsx";
import { TOOL_FORM } from "./tool-form-table.ts";
import type { ToolForm } from "./tool-form-values.ts";
import { type Autofill, useAutofill } from "./use-autofill.ts";

interface LogoFieldProps {
  form: ToolForm;
  hasAutofill: boolean;
  /** Called when an upload begins and ends. The form can't be submitted until then. */
  onUploading: (isUploading: boolean) => void;
}

/** Field for the logo: a URL or an uploaded image, with a check of the URL. */
export function LogoField({ form, hasAutofill, onUploading }: LogoFieldProps) {
  const address = useWatch({ control: form.control, name: "logoUrl" }) ?? "";
  const autofill = useAutofill(form, "logoUrl");
  return (
    <UploadField
      form={form}
      name="logoUrl"
      label={TOOL_FORM.logoUrl.label}
      hint={isImageAddress(address) ? <GoodLogo autofill={autofill} /> : undefined}
      action={hasAutofill && <AutofillButton autofill={autofill} label={TOOL_FORM.logoUrl.label} />}
      onUploading={onUploading}
      className={widthOf(TOOL_FORM.logoUrl)}
    />
  );
}

function GoodLogo({ autofill }: { autofill: Autofill }) {
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
