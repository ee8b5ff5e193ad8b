import { ImageOff, ImagePlus, Trash2, Upload } from "lucide-react";
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from "react";

import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { ProgressBar, Skeleton } from "#client/ui/feedback/progress.tsx";
import { Picture } from "#client/ui/text/picture.tsx";

import { Field } from "./field.tsx";
import { AddressInput } from "./text-inputs.tsx";

interface ImageFieldProps {
  label: string;
  /** URL, or a path on this server; empty for none. */
  value: string;
  onChange: (value: string) => void;
  /** Stores a file and returns its path. Shows errors itself before it rejects. */
  onUpload: (file: File, onProgress: (share: number) => void) => Promise<string>;
  /** Content shown instead of the image at `value`. */
  preview?: ReactNode;
  error?: string | undefined;
  hint?: ReactNode;
  /** Control to the right of the label, such as an auto-fill button. */
  action?: ReactNode;
  placeholder?: string;
}

/** Field for an image by URL or file: chosen, dropped or pasted. */
export function ImageField({
  label,
  value,
  onChange,
  onUpload,
  preview,
  error,
  hint,
  action,
  placeholder = "Paste a URL or an image",
}: ImageFieldProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number | null>(null);
  const [isOver, setOver] = useState(false);
  const isUploading = share !== null;

  async function handleFile(file: File | undefined) {
    if (!file || isUploading) return;
    setShare(0);
    try {
      onChange(await onUpload(file, setShare));
    } catch {
      // The uploader has already shown the error. The field retains its value.
    } finally {
      setShare(null);
    }
  }

  function handlePaste(event: ClipboardEvent) {
    const file = event.clipboardData.files[0];
    if (!file) return;
    event.preventDefault();
    void handleFile(file);
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void handleFile(event.dataTransfer.files[0]);
  }

  return (
    <Field label={label} error={error} hint={hint} action={action}>
      <div
        onPaste={handlePaste}
        onDrop={handleDrop}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        className="flex items-start gap-3"
      >
        <div
          className={classNames(
            "flex size-21 shrink-0 items-center justify-center overflow-hidden rounded-control border max-md:size-25",
            value === "" ? "border-dashed bg-sunken" : "bg-surface",
            isOver ? "border-accent bg-accent-soft" : "border-line-strong",
          )}
        >
          {preview ?? <ImagePreview address={value} />}
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <AddressInput value={value} placeholder={placeholder} onChange={onChange} />
          {isUploading ? (
            <ProgressBar label="Uploading…" value={share} max={1} />
          ) : (
            <div className="flex flex-wrap items-center gap-2">
              <Button icon={<Upload aria-hidden />} onClick={() => picker.current?.click()}>
                Upload
              </Button>
              {value !== "" && (
                <Button variant="ghost" icon={<Trash2 aria-hidden />} onClick={() => onChange("")}>
                  Remove
                </Button>
              )}
              <span className="text-xs text-ink-faint max-md:hidden">or drop an image here</span>
            </div>
          )}
          <input
            ref={picker}
            type="file"
            accept="image/*"
            hidden
            aria-label={`${label}: file`}
            onChange={(event) => {
              void handleFile(event.target.files?.[0]);
              // Allows choosing the same file again after a failure.
              event.target.value = "";
            }}
          />
        </div>
      </div>
    </Field>
  );
}

interface ImagePreviewProps {
  /** URL of the image; empty for none. */
  address: string;
  /** True while the image is being checked. */
  isChecking?: boolean;
  /** True if the image can't be shown. */
  hasError?: boolean;
}

/** Preview of a field's image. Shows an icon if there is none or it fails to load. */
export function ImagePreview({ address, isChecking = false, hasError = false }: ImagePreviewProps) {
  const failed = <ImageOff aria-hidden className="size-5 text-ink-faint" />;
  if (hasError) return failed;
  if (address === "") return <ImagePlus aria-hidden className="size-5 text-ink-faint" />;
  if (isChecking) return <Skeleton className="size-full" />;
  return (
    <Picture
      address={address}
      alt="Preview"
      className="size-full bg-paper object-contain p-1"
      fallback={failed}
    />
  );
}
