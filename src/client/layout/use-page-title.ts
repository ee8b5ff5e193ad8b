import { useEffect } from "react";

/** Sets the page's title in the browser tab and history. Null leaves that to the content. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = `${title} · StackLoop`;
  }, [title]);
}
