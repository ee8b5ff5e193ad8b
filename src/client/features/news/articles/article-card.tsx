import { CircleCheck, CircleDot, ExternalLink } from "lucide-react";
import { memo, type ReactNode, useId, useState } from "react";
import { Link } from "react-router-dom";

import { ItemDiscussion } from "#client/features/discussions/item-discussion.tsx";
import { itemAttributes } from "#client/features/discussions/quote-offer.tsx";
import { NamedText, NamesProvider } from "#client/features/links/names/named-text.tsx";
import { RelatedDisclosure } from "#client/features/links/related-disclosure.tsx";
import { refOf } from "#client/features/links/use-links.ts";
import type { SetArticleFlags } from "#client/features/news/use-news.ts";
import { dateTime, time } from "#client/format/dates.ts";
import { IconButton } from "#client/ui/button.tsx";
import { Card } from "#client/ui/card.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { Disclosure } from "#client/ui/disclosure.tsx";
import { hostOf, webAddress, useLinkedPassage } from "#client/ui/links.tsx";
import { useItemShortcut } from "#client/ui/menu/shortcuts.tsx";
import { StarButton } from "#client/ui/star-button.tsx";
import { Picture } from "#client/ui/text/picture.tsx";
import { toolPageAddress } from "#shared/kernel/item-address.ts";
import type { Article } from "#shared/news/news.ts";
import { isolate } from "#shared/texts/escaping.ts";

const CHIP =
  "relative inline-flex h-5.5 min-w-0 items-center rounded-chip bg-accent-soft px-2 text-xs font-medium text-accent-ink after:absolute after:-inset-x-1 after:-inset-y-3 hover:underline";

interface ArticleCardProps {
  article: Article;
  onFlag: SetArticleFlags;
  onTool: (toolId: string) => void;
  /** True if the card is shown alone. Its related items are then open initially. */
  isAlone?: boolean;
}

/** Card of an article cluster. Opening it sets the read flag. */
export const ArticleCard = memo(function ArticleCard({
  article,
  onFlag,
  onTool,
  isAlone = false,
}: ArticleCardProps) {
  const titleId = useId();
  const [isRelatedOpen, setRelatedOpen] = useState(isAlone);
  const item = { kind: "article", id: article.id } as const;
  const { title, url, excerpt, content, imageUrl, source, publishedAt, alsoIn, isRead, isStarred } = article;
  const passage = useLinkedPassage();
  const hasPassage = isAlone && passage !== null && content?.includes(passage) === true;
  const text = hasPassage ? content : excerpt || content;
  const markRead = () => {
    if (!isRead) onFlag(article, { isRead: true });
  };
  useItemShortcut("s", refOf(item), () => onFlag(article, { isStarred: !isStarred }));
  useItemShortcut("m", refOf(item), () => onFlag(article, { isRead: !isRead }));
  return (
    <Card className="has-[[data-row-open]:focus-visible]:outline-2 has-[[data-row-open]:focus-visible]:outline-focus">
      <article {...itemAttributes(item)} aria-labelledby={titleId} className="p-4 md:px-5">
        <div className="-mt-1.5 -mr-2 flex items-center gap-2">
          <div className="flex min-w-0 flex-wrap gap-x-2 gap-y-1.5">
            {article.tools.map(({ id, name }) =>
              // The filter only finds articles that were fetched for a tool. The tool's page lists all articles that
              // name it.
              id === article.toolId ? (
                <button
                  key={id}
                  type="button"
                  title={`Show only news about ${isolate(name)}`}
                  onClick={() => onTool(id)}
                  className={CHIP}
                >
                  <span className="truncate">{name}</span>
                </button>
              ) : (
                <Link key={id} to={toolPageAddress(id)} title={`Open ${name}`} className={CHIP}>
                  <span className="truncate">{name}</span>
                </Link>
              ),
            )}
          </div>
          {!isRead && (
            <span className="flex shrink-0 items-center gap-1.5 text-xs font-medium text-accent-ink">
              <span aria-hidden className="size-1.5 rounded-full bg-accent" />
              Unread
            </span>
          )}
          <div className="ml-auto flex shrink-0">
            <IconButton
              size="small"
              label={isRead ? "Mark as unread" : "Mark as read"}
              aria-keyshortcuts="m"
              onClick={() => onFlag(article, { isRead: !isRead })}
            >
              {isRead ? <CircleDot aria-hidden /> : <CircleCheck aria-hidden />}
            </IconButton>
            <StarButton isStarred={isStarred} onStar={(next) => onFlag(article, { isStarred: next })} />
          </div>
        </div>
        <div className="mt-1 grid grid-cols-[1fr_auto]">
          <div className="min-w-0">
            <h3 id={titleId} className="text-base text-pretty wrap-anywhere">
              <ArticleLink
                href={url}
                onOpen={markRead}
                isOpener
                className={classNames(
                  "hover:underline",
                  isRead ? "font-medium text-ink-muted" : "font-semibold text-ink",
                )}
              >
                {title}
              </ArticleLink>
            </h3>
            {text && (
              <p
                dir="auto"
                className={classNames(
                  "mt-1 max-w-4xl text-pretty wrap-anywhere text-ink-muted",
                  !hasPassage && "line-clamp-3",
                )}
              >
                <NamesProvider item={item} isOpen={isRelatedOpen}>
                  <NamedText text={text} />
                </NamesProvider>
              </p>
            )}
          </div>
          <ArticleImage key={imageUrl} src={imageUrl} />
          <div className="mt-1.5 flex flex-wrap items-center gap-x-3 text-xs text-ink-faint max-md:col-span-2 max-md:-mb-2 md:col-start-1">
            <span className="flex min-w-0 gap-x-3 max-md:w-full">
              <span className="min-w-0 truncate">{source || hostOf(url)}</span>
              <time dateTime={publishedAt} title={dateTime(publishedAt)} className="shrink-0">
                {time(publishedAt)}
              </time>
            </span>
            <ArticleLink
              href={url}
              onOpen={markRead}
              hasArrow
              className="font-medium text-accent-ink hover:underline"
            >
              Read more<span className="sr-only">: {title}</span>
            </ArticleLink>
            {alsoIn.length > 0 && <OtherSources sources={alsoIn} onOpen={markRead} />}
            <ItemDiscussion item={item} title={title} count={article.commentCount} variant="inline" />
            <RelatedDisclosure
              item={item}
              title={title}
              level={4}
              isOpenAtFirst={isAlone}
              onToggle={setRelatedOpen}
            />
          </div>
        </div>
      </article>
    </Card>
  );
});

/** Image of an article. Renders nothing if there is none or it fails to load. */
function ArticleImage({ src }: { src: string | null }) {
  if (src === null) return null;
  return (
    <Picture
      address={src}
      alt=""
      className="ml-4 h-16 w-22 rounded-control border border-line bg-sunken object-cover md:row-span-2 md:ml-6 md:h-24 md:w-42"
    />
  );
}

interface OtherSourcesProps {
  sources: Article["alsoIn"];
  onOpen: () => void;
}

/** Other articles of the same cluster. */
function OtherSources({ sources, onOpen }: OtherSourcesProps) {
  return (
    <Disclosure
      variant="inline"
      title={sources.length === 1 ? "Also in 1 source" : `Also in ${sources.length} sources`}
    >
      <ul className="flex flex-wrap gap-x-4">
        {sources.map(({ source, url }) => (
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
function ArticleLink({ href, onOpen, isOpener, hasArrow, className, children }: ArticleLinkProps) {
  const address = webAddress(href);
  if (address === null) return <span className={className}>{children}</span>;
  return (
    <a
      href={address.href}
      target="_blank"
      rel="noopener noreferrer"
      data-row-open={isOpener}
      onClick={onOpen}
      // The middle mouse button opens a tab too.
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
