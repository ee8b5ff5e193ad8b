/** Puts text into the clipboard; false where the browser does not let us. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Without https there is no clipboard, and this throws.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

/** The old way, which works over plain http too: has the browser copy, and puts our text into what it copies. */
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
