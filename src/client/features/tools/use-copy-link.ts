import { useToast } from "#client/ui/toast.tsx";

/** Puts an address of this product into the clipboard, or shows it where the browser forbids that. */
export function useCopyLink() {
  const toast = useToast();
  return async (path: string) => {
    const link = new URL(path, window.location.origin).href;
    try {
      // Without https there is no clipboard, and this throws.
      await navigator.clipboard.writeText(link);
      toast.success("Link Copied", "Whoever is signed in sees the same tool.");
    } catch {
      toast.info("Copy This Link", link);
    }
  };
}
