import { BookmarkPlus } from "lucide-react";
import { useCallback } from "react";

import { buttonStyle } from "#client/ui/button.tsx";
import { CopyFrame } from "#client/ui/form/copy-frame.tsx";

/** Returns the script of a bookmark that opens the save page with the current page's address and title. */
const scriptFor = (origin: string): string =>
  `javascript:void open("${origin}/save?url="+encodeURIComponent(location.href)+"&title="+encodeURIComponent(document.title))`;

/** Link to drag to the bookmarks bar, and its address to copy. */
export function Bookmarklet() {
  const script = scriptFor(window.location.origin);
  // React refuses such an address, because it usually comes from other people. A click here would save this page.
  const setAddress = useCallback(
    (link: HTMLAnchorElement | null) => {
      link?.setAttribute("href", script);
      link?.addEventListener("click", (event) => event.preventDefault());
    },
    [script],
  );
  return (
    <div className="min-w-0 space-y-3">
      <a ref={setAddress} href="/save" draggable className={buttonStyle("secondary", "medium")}>
        <BookmarkPlus aria-hidden />
        Save to StackLoop
      </a>
      <CopyFrame label="Bookmark" text={script} />
    </div>
  );
}
