import { Fragment } from "react";
import { Link } from "react-router-dom";

import { sections } from "#client/slices.ts";
import { classNames } from "#client/ui/class-names.ts";

/** Buttons of the five sections, in one row. Each link covers its whole button. */
export function SectionLinks() {
  return (
    <ul className="mt-4 grid grid-cols-5 gap-1.5 md:gap-3">
      {sections.map(({ path, title, purpose, Icon, tone }) => (
        <li
          key={path}
          className="relative flex min-w-0 flex-col items-center gap-1.5 rounded-card border border-line px-1 py-2 transition hover:border-line-strong hover:shadow-raised @4xl:flex-row @4xl:gap-3 @4xl:p-3"
        >
          <span
            className={classNames("flex size-9 shrink-0 items-center justify-center rounded-control", tone)}
          >
            <Icon aria-hidden className="size-5" />
          </span>
          <div className="min-w-0">
            <Link
              to={path}
              className="block text-center text-xs font-semibold outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus @4xl:text-left @4xl:text-sm"
            >
              {/* "ChapterLoop" fits on a phone in two lines. */}
              {title.split(/(?<=\p{Ll})(?=\p{Lu})/u).map((part, index) => (
                <Fragment key={part}>
                  {index > 0 && <wbr />}
                  {part}
                </Fragment>
              ))}
            </Link>
            <p className="hidden text-xs text-ink-muted @4xl:block">{purpose}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
