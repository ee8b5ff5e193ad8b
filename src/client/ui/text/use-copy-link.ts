import { useToast } from "#client/ui/feedback/toast.tsx";

import { copyText } from "./copy-text.ts";

/** Puts an address of this product into the clipboard, or shows it where the browser forbids that. */
export function useCopyLink() {
  const toast = useToast();
  return async (path: string, noun: string) => {
    const link = new URL(path, window.location.origin).href;
    if (await copyText(link)) toast.success("Link Copied", `Anyone who is signed in can open this ${noun}.`);
    else toast.info("Copy this link", link);
  };
}
