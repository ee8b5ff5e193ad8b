import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";

import { hostOf } from "#client/format/web-address.ts";
import { classNames } from "#client/ui/class-names.ts";
import type { Article } from "#shared/news/news.ts";

import { ArticleLink } from "./article-link.tsx";

interface AlsoInProps {
  places: Article["alsoIn"];
  onOpen: () => void;
}

/** Where else the same story stands. */
export function AlsoIn({ places, onOpen }: AlsoInProps) {
  const [isShown, setShown] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setShown(!isShown)}
        className="-ml-1 inline-flex min-h-6 items-center gap-1 rounded-chip px-1 hover:bg-sunken hover:text-ink max-md:min-h-11"
      >
        <ChevronRight
          aria-hidden
          className={classNames("size-3.5 transition-transform", isShown && "rotate-90")}
        />
        {places.length === 1 ? "Also in 1 source" : `Also in ${places.length} sources`}
      </button>
      <ul id={id} hidden={!isShown} className="flex w-full flex-wrap gap-x-4">
        {isShown &&
          places.map(({ source, url }) => (
            <li key={url} className="flex min-w-0">
              <ArticleLink href={url} onOpen={onOpen} hasArrow className="text-accent-ink hover:underline">
                <span className="truncate">{source || hostOf(url)}</span>
              </ArticleLink>
            </li>
          ))}
      </ul>
    </>
  );
}
