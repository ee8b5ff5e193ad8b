import { useController } from "react-hook-form";

import { useUpload } from "#client/features/uploads/use-upload.ts";
import { ImageField } from "#client/ui/image-field.tsx";

import { READING_FIELD_LABELS, type ReadingForm } from "./reading-form-values.ts";

interface CoverFieldProps {
  form: ReadingForm;
  /** Hears when an upload begins and ends: until then the form must not be sent. */
  onUploading: (isUploading: boolean) => void;
  className?: string;
}

/** The cover: an address or an uploaded picture. */
export function CoverField({ form, onUploading, className }: CoverFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name: "imageUrl" });
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
        label={READING_FIELD_LABELS.imageUrl}
        value={field.value ?? ""}
        onChange={field.onChange}
        onUpload={handleUpload}
        error={fieldState.error?.message}
        placeholder="Address of a picture, or paste one"
      />
    </div>
  );
}
