import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import {
  IMAGE_TYPES,
  MAX_UPLOAD_BYTES,
  TOO_LARGE_MESSAGE,
  toPublicPath,
} from "#shared/pictures/image-rules.ts";

/** Server's refusal of a file, with a message for users. */
class UploadRefused extends Error {}

/** Sends a file to an upload URL. Uses XMLHttpRequest, because fetch doesn't report progress. */
function putFile(
  uploadURL: string,
  file: File,
  contentType: string,
  onProgress: (share: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PUT", ownAddress(uploadURL));
    request.setRequestHeader("Content-Type", contentType);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener("error", () => reject(new Error("Couldn't send the file")));
    request.addEventListener("load", () => {
      if (request.status === 200) resolve();
      else reject(findRefusal(request));
    });
    request.send(file);
  });
}

/** Returns the URL on this page's own host, so that the session cookie isn't sent elsewhere. */
function ownAddress(uploadURL: string): string {
  const { pathname, search } = new URL(uploadURL);
  return pathname + search;
}

function findRefusal({ status, responseText }: XMLHttpRequest): Error {
  // Internal errors have no useful message.
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
