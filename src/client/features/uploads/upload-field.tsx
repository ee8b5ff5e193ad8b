import { TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { type FieldPath, type FieldValues, useController, type UseFormReturn } from "react-hook-form";

import { trpc } from "#client/api/trpc.ts";
import { ImageField, ImagePreview } from "#client/ui/form/image-field.tsx";
import { readImageAddress } from "#shared/pictures/image-rules.ts";

import { useUpload } from "./use-upload.ts";

/** Delay in ms after typing before a URL is checked. */
const PAUSE_MS = 600;

interface Verdict {
  address: string;
  error: string | null;
}

interface PictureCheck {
  /** Typed URL; empty if invalid. */
  address: string;
  isChecking: boolean;
  /** Sentence about why the image can't be shown. */
  error: string | null;
}

/** Checks that the image at a typed URL can be shown. */
function usePictureCheck(typed: string): PictureCheck {
  const { mutateAsync: check } = trpc.pictures.check.useMutation();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const address = readImageAddress(typed) ?? "";
  // Images on this server were checked when they were stored.
  const isForeign = address !== "" && !address.startsWith("/");

  useEffect(() => {
    if (!isForeign) return undefined;
    let isCurrent = true;
    const report = (error: string | null) => {
      if (isCurrent) setVerdict({ address, error });
    };
    const timer = setTimeout(() => {
      check({ url: address }).then(
        ({ error }) => report(error),
        // The result is unknown then. The preview shows if the image loads.
        () => report(null),
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [address, isForeign, check]);

  const isKnown = verdict?.address === address;
  return { address, isChecking: isForeign && !isKnown, error: isForeign && isKnown ? verdict.error : null };
}

interface UploadFieldProps<Input extends FieldValues, Fields> {
  form: UseFormReturn<Input, unknown, Fields>;
  name: FieldPath<Input>;
  label: string;
  /** Hint below the field, unless the image has an error. */
  hint?: ReactNode;
  /** Control to the right of the label, such as an auto-fill button. */
  action?: ReactNode;
  /** Toast after an image was stored. */
  uploaded?: { title: string };
  /** Called when an upload begins and ends. The form can't be submitted until then. */
  onUploading: (isUploading: boolean) => void;
  className?: string;
}

/** Form field for an image: a URL or an uploaded file. */
export function UploadField<Input extends FieldValues, Fields>(props: UploadFieldProps<Input, Fields>) {
  const { form, name, label, hint, action, uploaded, onUploading, className } = props;
  const { field, fieldState } = useController({ control: form.control, name });
  const value: unknown = field.value;
  const typed = typeof value === "string" ? value : "";
  const { address, isChecking, error } = usePictureCheck(typed);
  // Rendered before the error, so that screen readers announce it when it appears.
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

/** Message why an image can't be shown. The field can still be saved. */
function PictureError({ error }: { error: string }) {
  return (
    <span className="flex items-start gap-1.5 text-warning-ink">
      <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      {error}
    </span>
  );
}
