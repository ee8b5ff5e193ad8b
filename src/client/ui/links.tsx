import { ExternalLink as Arrow } from "lucide-react";
import { type RefObject, type ReactNode, useEffect, useRef } from "react";
import { type LinkProps, useLocation, Link } from "react-router-dom";

import { type ButtonSize, type ButtonVariant, buttonStyle } from "./button.tsx";

/**
 * Returns a ref for a section. Scrolls to the section and focuses it if the URL ends with its id, such as `#sources`.
 * The section may render late.
 */
export function useLinkedSection(id: string | undefined): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  const isLinked = useLocation().hash === `#${id}`;
  useEffect(() => {
    if (!isLinked) return undefined;
    // After the dialog has focused its first field.
    const frame = requestAnimationFrame(() => {
      section.current?.scrollIntoView();
      section.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [isLinked]);
  return section;
}

/** Router state of a link to a passage in an item's texts. The passage is highlighted once the item is open. */
export const passageState = (passage: string) => ({ passage });

/** Returns the passage in the router state of the current page; null if there is none. */
export function useLinkedPassage(): string | null {
  const state: unknown = useLocation().state;
  if (typeof state !== "object" || state === null || !("passage" in state)) return null;
  return typeof state.passage === "string" ? state.passage : null;
}

interface LinkButtonProps extends LinkProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
}

/** Internal link styled as a button. */
export function LinkButton({
  variant = "secondary",
  size = "medium",
  icon,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <Link {...rest} className={buttonStyle(variant, size, className)}>
      {icon}
      {children}
    </Link>
  );
}

interface ExternalLinkProps {
  href: string;
  children: ReactNode;
}

/** Link to another site in a new tab. A URL that is not on the web is shown as plain text. */
export function ExternalLink({ href, children }: ExternalLinkProps) {
  const address = webAddress(href);
  if (address === null) return <span className="min-w-0 truncate">{children}</span>;
  return (
    <a
      href={address.href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-6 max-w-full min-w-0 items-center gap-1.5 rounded-chip text-accent-ink hover:underline max-md:min-h-11"
    >
      <span className="truncate">{children}</span>
      <Arrow aria-label="(opens in a new tab)" className="size-3.5 shrink-0" />
    </a>
  );
}

/** Parses an http or https URL. Null for any other text: links must not run scripts or open files. */
export function webAddress(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === "https:" || url?.protocol === "http:" ? url : null;
}

/** Returns the host of a URL, such as "example.com"; other texts unchanged. */
export const hostOf = (text: string): string => webAddress(text)?.host.replace(/^www\./u, "") ?? text;
