import { ArrowRight } from "lucide-react";
import { Link } from "react-router-dom";

import { sections } from "#client/slices.ts";
import { classNames } from "#client/ui/class-names.ts";

/** The five sections as large tiles. Each link covers its whole tile. */
export function SectionLinks() {
  return (
    <ul className="mt-6 grid gap-3 sm:grid-cols-2 xl:grid-cols-5">
      {sections.map(({ path, title, purpose, Icon, tone }) => (
        <li
          key={path}
          className="group relative flex items-start gap-3 rounded-card border border-line p-4 transition hover:border-line-strong hover:shadow-raised xl:flex-col xl:gap-4"
        >
          <span
            className={classNames("flex size-10 shrink-0 items-center justify-center rounded-control", tone)}
          >
            <Icon aria-hidden className="size-5" />
          </span>
          <div className="min-w-0">
            <Link
              to={path}
              className="flex items-center gap-1.5 text-base font-semibold outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
            >
              {title}
              <ArrowRight
                aria-hidden
                className="size-4 -translate-x-1 text-ink-faint opacity-0 transition group-hover:translate-x-0 group-hover:opacity-100"
              />
            </Link>
            <p className="mt-0.5 text-pretty text-ink-muted">{purpose}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
