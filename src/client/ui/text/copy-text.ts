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

/** Copies a text with formatting, and as plain text for other programs. Resolves to false if the browser refuses. */
export async function copyFormatted({ html, text }: { html: string; text: string }): Promise<boolean> {
  try {
    const parts = { "text/html": html, "text/plain": text };
    const blobs = Object.entries(parts).map(([type, part]) => [type, new Blob([part], { type })]);
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
    return true;
  } catch {
    return copyByCommand(text, html);
  }
}

/** Legacy method that also works without https: runs the browser's copy command and replaces the copied text. */
function copyByCommand(text: string, html?: string): boolean {
  let isCopied = false;
  function handleCopy(event: ClipboardEvent) {
    event.clipboardData?.setData("text/plain", text);
    if (html !== undefined) event.clipboardData?.setData("text/html", html);
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
    if (await copyText(link)) toast.success("Link copied", `Anyone who is signed in can open this ${noun}.`);
    else toast.info("Copy this link", link);
  };
}
