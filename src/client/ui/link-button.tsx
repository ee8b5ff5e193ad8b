import { ExternalLink as Arrow } from "lucide-react";
import type { ReactNode } from "react";
import { Link, type LinkProps } from "react-router-dom";

import { webAddress } from "#client/format/web-address.ts";

import { type ButtonSize, buttonStyle, type ButtonVariant } from "./button.tsx";

interface LinkButtonProps extends LinkProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
}

/** Internal link that looks like a button. */
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
