import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import {
  IMAGE_TYPES,
  MAX_UPLOAD_BYTES,
  toPublicPath,
  TOO_LARGE_MESSAGE,
} from "#shared/pictures/image-rules.ts";

import { putFile, UploadRefused } from "./put-file.ts";

const getExtension = (file: File): string =>
  Object.entries(IMAGE_TYPES).find(([, type]) => type === file.type)?.[0] ??
  file.name.split(".").at(-1) ??
  "";

const UPLOADED = { title: "Upload successful", description: "Image has been uploaded successfully" };

/** Returns a function that stores an image and returns its path. It shows progress and errors itself. */
export function useUpload(uploaded: { title: string; description?: string } = UPLOADED) {
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
      const isTelling = error instanceof UploadRefused;
      toast.failure("Upload failed", isTelling ? error.message : "Failed to upload image. Please try again.");
      throw error;
    }
    toast.success(uploaded.title, uploaded.description);
    return toPublicPath(uploadURL);
  };
}
