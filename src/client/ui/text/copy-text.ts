import { useToast } from "#client/ui/feedback/toast.tsx";

/** Copies a text to the clipboard. Resolves to false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Throws without https, where there is no clipboard.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

/** Legacy method that works over plain http: triggers the browser's copy command and replaces the copied text. */
function copyByCommand(text: string): boolean {
  let isCopied = false;
  function handleCopy(event: ClipboardEvent) {
    event.clipboardData?.setData("text/plain", text);
    isCopied = event.clipboardData !== null;
    event.preventDefault();
    event.stopPropagation();
  }
  document.addEventListener("copy", handleCopy, { capture: true, once: true });
  try {
    return document.execCommand("copy") && isCopied;
  } catch {
    return false;
  } finally {
    document.removeEventListener("copy", handleCopy, { capture: true });
  }
}

/** Copies a URL of this product to the clipboard, or shows it if the browser forbids that. */
export function useCopyLink() {
  const toast = useToast();
  return async (path: string, noun: string) => {
    const link = new URL(path, window.location.origin).href;
    if (await copyText(link)) toast.success("Link Copied", `Anyone who is signed in can open this ${noun}.`);
    else toast.info("Copy this link", link);
  };
}
