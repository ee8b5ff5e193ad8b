import { TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { type FieldPath, type FieldValues, useController, type UseFormReturn } from "react-hook-form";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { ImageField, ImagePreview } from "#client/ui/form/image-field.tsx";
import {
  readImageAddress,
  IMAGE_TYPES,
  MAX_UPLOAD_BYTES,
  TOO_LARGE_MESSAGE,
  toPublicPath,
} from "#shared/pictures/image-rules.ts";

/** Delay in ms after typing before a URL is checked. */
const CHECK_DELAY_MS = 600;

interface CheckResult {
  address: string;
  error: string | null;
}

interface PictureCheck {
  /** Valid URL that the user typed, else empty. */
  address: string;
  isChecking: boolean;
  /** Reason why the image can't be shown, as a sentence. */
  error: string | null;
}

/** Checks that the image at a typed URL can be shown. */
function usePictureCheck(typed: string): PictureCheck {
  const { mutateAsync: check } = trpc.pictures.check.useMutation();
  const [result, setResult] = useState<CheckResult | null>(null);
  const address = readImageAddress(typed) ?? "";
  // Images on this server were checked when they were stored.
  const isExternal = address !== "" && !address.startsWith("/");

  useEffect(() => {
    if (!isExternal) return undefined;
    let isCurrent = true;
    const report = (error: string | null) => {
      if (isCurrent) setResult({ address, error });
    };
    const timer = setTimeout(() => {
      check({ url: address }).then(
        ({ error }) => report(error),
        // The result is unknown. The preview then shows whether the image loads.
        () => report(null),
      );
    }, CHECK_DELAY_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [address, isExternal, check]);

  const isKnown = result?.address === address;
  return { address, isChecking: isExternal && !isKnown, error: isExternal && isKnown ? result.error : null };
}

interface UploadFieldProps<Input extends FieldValues, Fields> {
  form: UseFormReturn<Input, unknown, Fields>;
  name: FieldPath<Input>;
  label: string;
  /** Hint below the field. Hidden if the image has an error. */
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
  // The hint's element exists before the error, so that screen readers announce the error.
  const hasHint = hint !== undefined || isChecking || error !== null;
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
          hasHint ? (
            <span aria-live="polite">{error === null ? hint : <PictureError error={error} />}</span>
          ) : undefined
        }
        action={action}
      />
    </div>
  );
}

/** Note with the reason why an image can't be shown. The form can still be saved. */
function PictureError({ error }: { error: string }) {
  return (
    <span className="flex items-start gap-1.5 text-warning-ink">
      <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      {error}
    </span>
  );
}

/** Refusal of a file by the server. Its message is meant for users. */
class UploadRefused extends Error {}

/** Sends a file to an upload URL. Uses XMLHttpRequest, because fetch can't report progress. */
function putFile(
  uploadURL: string,
  file: File,
  contentType: string,
  onProgress: (share: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PUT", toOwnHost(uploadURL));
    request.setRequestHeader("Content-Type", contentType);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener("error", () => reject(new Error("Couldn't send the file")));
    request.addEventListener("load", () => {
      if (request.status === 200) resolve();
      else reject(toUploadError(request));
    });
    request.send(file);
  });
}

/** Returns the upload URL on the page's own host, so that the session cookie is never sent elsewhere. */
function toOwnHost(uploadURL: string): string {
  const { pathname, search } = new URL(uploadURL);
  return pathname + search;
}

function toUploadError({ status, responseText }: XMLHttpRequest): Error {
  // Messages of internal errors aren't useful.
  const message = status === 500 ? "" : readMessage(responseText);
  return message === ""
    ? new Error(`The server responded with status ${status}`)
    : new UploadRefused(message);
}

function readMessage(text: string): string {
  try {
    const reply: unknown = JSON.parse(text);
    const hasMessage = typeof reply === "object" && reply !== null && "message" in reply;
    return hasMessage && typeof reply.message === "string" ? reply.message : "";
  } catch {
    return "";
  }
}

const getExtension = (file: File): string =>
  Object.entries(IMAGE_TYPES).find(([, type]) => type === file.type)?.[0] ??
  file.name.split(".").at(-1) ??
  "";

const UPLOAD_TOAST = { title: "Upload successful", description: "Image has been uploaded successfully" };

/** Returns a function that stores an image and returns its path. It shows progress and errors itself. */
export function useUpload(uploaded: { title: string; description?: string } = UPLOAD_TOAST) {
  const toast = useToast();
  const createAddress = trpc.uploads.createAddress.useMutation({
    onError: (error) => toast.failure("Upload failed", messageOf(error, "Failed to get upload URL")),
  });

  return async function upload(file: File, onProgress: (share: number) => void): Promise<string> {
    if (file.size > MAX_UPLOAD_BYTES || !file.type.startsWith("image/")) {
      toast.failure("File too large", TOO_LARGE_MESSAGE);
      throw new Error(TOO_LARGE_MESSAGE);
    }
    const { uploadURL } = await createAddress.mutateAsync({ fileExtension: getExtension(file) });
    try {
      await putFile(uploadURL, file, file.type, onProgress);
    } catch (error) {
      const isRefused = error instanceof UploadRefused;
      toast.failure("Upload failed", isRefused ? error.message : "Failed to upload image. Please try again.");
      throw error;
    }
    toast.success(uploaded.title, uploaded.description);
    return toPublicPath(uploadURL);
  };
}
