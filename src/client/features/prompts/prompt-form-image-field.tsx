import { useController } from "react-hook-form";

import { useUpload } from "#client/features/uploads/use-upload.ts";
import { ImageField } from "#client/ui/image-field.tsx";

import { PROMPT_FIELD_LABELS, type PromptForm } from "./prompt-form-values.ts";

interface ExampleImageFieldProps {
  form: PromptForm;
  uploadedMessage: string;
  /** Hears when an upload begins and ends: until then the form must not be sent. */
  onUploading: (isUploading: boolean) => void;
  className?: string;
}

/** A picture of what the prompt brings about: an address or an uploaded file. */
export function ExampleImageField({ form, uploadedMessage, onUploading, className }: ExampleImageFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name: "exampleImageUrl" });
  const upload = useUpload({ title: uploadedMessage });

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
        label={PROMPT_FIELD_LABELS.exampleImageUrl}
        value={field.value ?? ""}
        onChange={field.onChange}
        onUpload={handleUpload}
        error={fieldState.error?.message}
        placeholder="Address of a picture, or paste one"
      />
    </div>
  );
}
