import { useEffect } from "react";

/** Names the page in the browser's tab and history; null leaves that to what is inside. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = `${title} · StackLoop`;
  }, [title]);
}
