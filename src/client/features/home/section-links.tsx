import { ArrowRight } from "lucide-react";
import { Link } from "react-router-dom";

import { classNames } from "#client/ui/class-names.ts";

import { sections } from "./sections.ts";

/** The five sections as large buttons. */
export function SectionLinks() {
  return (
    <ul className="mt-6 grid gap-3 sm:grid-cols-2 xl:grid-cols-5">
      {sections.map(({ path, title, purpose, Icon, tone }) => (
        <li key={path}>
          <Link
            to={path}
            aria-label={title}
            aria-describedby={`purpose-of-${path.slice(1)}`}
            className="group flex h-full items-start gap-3 rounded-card border border-line p-4 transition hover:border-line-strong hover:shadow-raised xl:flex-col xl:gap-4"
          >
            <span
              className={classNames(
                "flex size-10 shrink-0 items-center justify-center rounded-control",
                tone,
              )}
            >
              <Icon aria-hidden className="size-5" />
            </span>
            <span className="min-w-0">
              <span className="flex items-center gap-1.5 text-base font-semibold">
                {title}
                <ArrowRight
                  aria-hidden
                  className="size-4 -translate-x-1 text-ink-faint opacity-0 transition group-hover:translate-x-0 group-hover:opacity-100"
                />
              </span>
              <span id={`purpose-of-${path.slice(1)}`} className="mt-0.5 block text-pretty text-ink-muted">
                {purpose}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
