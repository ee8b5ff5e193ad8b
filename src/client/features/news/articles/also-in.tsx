import { hostOf } from "#client/format/web-address.ts";
import { Disclosure } from "#client/ui/disclosure.tsx";
import type { Article } from "#shared/news/news.ts";

import { ArticleLink } from "./article-link.tsx";

interface AlsoInProps {
  places: Article["alsoIn"];
  onOpen: () => void;
}

/** Where else the same story stands. */
export function AlsoIn({ places, onOpen }: AlsoInProps) {
  return (
    <Disclosure
      look="inline"
      title={places.length === 1 ? "Also in 1 source" : `Also in ${places.length} sources`}
    >
      <ul className="flex flex-wrap gap-x-4">
        {places.map(({ source, url }) => (
          <li key={url} className="flex min-w-0">
            <ArticleLink href={url} onOpen={onOpen} hasArrow className="text-accent-ink hover:underline">
              <span className="truncate">{source || hostOf(url)}</span>
            </ArticleLink>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
