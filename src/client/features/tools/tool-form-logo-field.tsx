import { CircleCheck } from "lucide-react";
import { useController } from "react-hook-form";

import { useUpload } from "#client/features/uploads/use-upload.ts";
import { ImageField } from "#client/ui/image-field.tsx";
import { isImageAddress } from "#shared/image-address.ts";

import { AutofillButton, AutofillSource } from "./autofill-button.tsx";
import { TOOL_FIELD_LABELS, type ToolForm } from "./tool-form-values.ts";
import { type Autofill, useAutofill } from "./use-autofill.ts";

interface LogoFieldProps {
  form: ToolForm;
  hasAutofill: boolean;
  /** Hears when an upload begins and ends: until then the form must not be sent. */
  onUploading: (isUploading: boolean) => void;
  className?: string;
}

/** The logo: an address or an uploaded picture, with a word on whether the address will do. */
export function LogoField({ form, hasAutofill, onUploading, className }: LogoFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name: "logoUrl" });
  const address = field.value ?? "";
  const autofill = useAutofill(form, "logoUrl");
  const upload = useUpload();

  async function handleUpload(file: File, onProgress: (share: number) => void) {
    onUploading(true);
    try {
      return await upload(file, onProgress);
    } finally {
      onUploading(false);
    }
  }

  return (
    <div className={className} onBlur={field.onBlur}>
      <ImageField
        label={TOOL_FIELD_LABELS.logoUrl}
        value={address}
        onChange={field.onChange}
        onUpload={handleUpload}
        error={fieldState.error?.message}
        placeholder="Address of a picture, or paste one"
        hint={isImageAddress(address) ? <GoodLogo autofill={autofill} /> : undefined}
        action={hasAutofill && <AutofillButton autofill={autofill} label={TOOL_FIELD_LABELS.logoUrl} />}
      />
    </div>
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
