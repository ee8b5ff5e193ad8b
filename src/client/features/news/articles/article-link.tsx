import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";

import { webAddress } from "#client/format/web-address.ts";
import { classNames } from "#client/ui/class-names.ts";

interface ArticleLinkProps {
  href: string;
  onOpen: () => void;
  /** True for the link that j, k and the arrow keys focus. */
  isOpener?: boolean;
  hasArrow?: boolean;
  className?: string;
  children: ReactNode;
}

/** Link to an article in a new tab. A URL that is not on the web is shown as plain text. */
export function ArticleLink({ href, onOpen, isOpener, hasArrow, className, children }: ArticleLinkProps) {
  const address = webAddress(href);
  if (address === null) return <span className={className}>{children}</span>;
  return (
    <a
      href={address.href}
      target="_blank"
      rel="noopener noreferrer"
      data-row-open={isOpener}
      onClick={onOpen}
      // The middle button opens a tab too.
      onAuxClick={(event) => {
        if (event.button === 1) onOpen();
      }}
      className={classNames(
        isOpener
          ? "outline-none"
          : "inline-flex min-h-6 max-w-full min-w-0 items-center gap-1.5 rounded-chip max-md:min-h-11",
        className,
      )}
    >
      {children}
      {hasArrow && <ExternalLink aria-label="(opens in a new tab)" className="size-3.5 shrink-0" />}
    </a>
  );
}
