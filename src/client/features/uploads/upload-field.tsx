import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { type FieldPath, type FieldValues, useController, type UseFormReturn } from "react-hook-form";

import { ImageField } from "#client/ui/form/image-field.tsx";
import { ImagePreview } from "#client/ui/form/image-preview.tsx";

import { usePictureCheck } from "./use-picture-check.ts";
import { useUpload } from "./use-upload.ts";

interface UploadFieldProps<Input extends FieldValues, Fields> {
  form: UseFormReturn<Input, unknown, Fields>;
  name: FieldPath<Input>;
  label: string;
  /** Stands below, unless there is something wrong with the picture. */
  hint?: ReactNode;
  /** A control at the right of the label, such as an auto-fill button. */
  action?: ReactNode;
  /** The toast when a picture has been stored. */
  uploaded?: { title: string };
  /** Hears when an upload begins and ends: until then the form must not be sent. */
  onUploading: (isUploading: boolean) => void;
  className?: string;
}

/** A form's field for a picture: an address or an uploaded file. */
export function UploadField<Input extends FieldValues, Fields>(props: UploadFieldProps<Input, Fields>) {
  const { form, name, label, hint, action, uploaded, onUploading, className } = props;
  const { field, fieldState } = useController({ control: form.control, name });
  const value: unknown = field.value;
  const typed = typeof value === "string" ? value : "";
  const { address, isChecking, error } = usePictureCheck(typed);
  // There before the error is, so that the error is announced when it comes.
  const hasRemark = hint !== undefined || isChecking || error !== null;
  const upload = useUpload(uploaded);

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
        label={label}
        value={typed}
        preview={
          <ImagePreview
            address={address}
            isChecking={isChecking}
            hasError={error !== null || (typed !== "" && address === "")}
          />
        }
        onChange={field.onChange}
        onUpload={handleUpload}
        error={fieldState.error?.message}
        placeholder="Image URL, or paste an image"
        hint={
          hasRemark ? (
            <span aria-live="polite">{error === null ? hint : <PictureError error={error} />}</span>
          ) : undefined
        }
        action={action}
      />
    </div>
  );
}

/** Why the picture that a field names cannot be shown. The field can be saved all the same. */
function PictureError({ error }: { error: string }) {
  return (
    <span className="flex items-start gap-1.5 text-warning-ink">
      <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      {error}
    </span>
  );
}
