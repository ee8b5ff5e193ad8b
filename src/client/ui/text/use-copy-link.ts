import { useToast } from "#client/ui/feedback/toast.tsx";

import { copyText } from "./copy-text.ts";

/** Copies a URL of this product to the clipboard, or shows it if the browser forbids that. */
export function useCopyLink() {
  const toast = useToast();
  return async (path: string, noun: string) => {
    const link = new URL(path, window.location.origin).href;
    if (await copyText(link)) toast.success("Link Copied", `Anyone who is signed in can open this ${noun}.`);
    else toast.info("Copy this link", link);
  };
}
