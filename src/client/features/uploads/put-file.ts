/** The server would not take a file and says why in words for people. */
export class UploadRefused extends Error {}

/** Sends a file to an upload address. XMLHttpRequest, since fetch does not tell how much has been sent. */
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

/** The same address on the host that this page came from: the session's cookie goes nowhere else. */
function ownAddress(uploadURL: string): string {
  const { pathname, search } = new URL(uploadURL);
  return pathname + search;
}

function findRefusal({ status, responseText }: XMLHttpRequest): Error {
  // Where the server failed unexpectedly it says no more than that.
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
