/** Server's refusal of a file, with a message for users. */
export class UploadRefused extends Error {}

/** Sends a file to an upload URL. Uses XMLHttpRequest, because fetch doesn't report progress. */
export function putFile(
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
