import { useEffect } from "react";

/** Sets the page's title in the browser tab and history. With null, the page's content sets it. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = `${title} · StackLoop`;
  }, [title]);
}
