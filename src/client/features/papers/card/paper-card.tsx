import { Download, Ellipsis, ExternalLink, Eye, EyeOff, Link2, TextQuote } from "lucide-react";
import { memo, type ReactNode, useId, useMemo, useState } from "react";

import { ItemDiscussion } from "#client/features/discussions/item-discussion.tsx";
import { itemAttributes } from "#client/features/discussions/quote-offer.tsx";
import { NamedTex, NamesProvider } from "#client/features/links/names/named-text.tsx";
import { RelatedDisclosure } from "#client/features/links/related-disclosure.tsx";
import { refOf } from "#client/features/links/use-links.ts";
import type { ChangePaper, SetPaperFlags } from "#client/features/papers/use-papers.ts";
import { archiveDate } from "#client/format/dates.ts";
import { TexText } from "#client/format/tex-text.tsx";
import { buttonStyle, IconButton } from "#client/ui/button.tsx";
import { Card } from "#client/ui/card.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { webAddress, useLinkedPassage } from "#client/ui/links.tsx";
import { Menu } from "#client/ui/menu/menu.tsx";
import { useItemShortcut } from "#client/ui/menu/shortcuts.tsx";
import { StarButton } from "#client/ui/star-button.tsx";
import { Badge } from "#client/ui/text/badge.tsx";
import { copyText, useCopyLink } from "#client/ui/text/copy-text.ts";
import { itemAddress } from "#shared/kernel/item-address.ts";
import { contributionSentence } from "#shared/papers/abstract-sentences.ts";
import { formatBibtex, shortenAbstract } from "#shared/papers/paper-words.ts";
import type { Paper } from "#shared/papers/papers.ts";
import { plainTex } from "#shared/tex/tex-text.ts";

import { GenerateButton, PaperSummary } from "./paper-summary.tsx";

const SimilarPapers = lazyComponent(async () => (await import("./similar-papers.tsx")).SimilarPapers);

interface PaperCardProps {
  paper: Paper;
  onFlag: SetPaperFlags;
  onChange: ChangePaper;
  /** True if the card is shown alone. Its summary and related items are then open initially. */
  isAlone?: boolean;
}

export const PaperCard = memo(function PaperCard({
  paper,
  onFlag,
  onChange,
  isAlone = false,
}: PaperCardProps) {
  const [wantsSummary, setWantsSummary] = useState(false);
  const [isRelatedOpen, setRelatedOpen] = useState(isAlone);
  const item = { kind: "paper", id: paper.id } as const;
  const { title, authors, abstract, arXivId, categories, publishedAt, pplxSummary, isStarred } = paper;
  useItemShortcut("s", refOf(item), () => onFlag(paper, { isStarred: !isStarred }));
  return (
    <Card {...itemAttributes(item)} className="flex h-full flex-col gap-3 p-4 md:p-5">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 dir="auto" className="text-base font-semibold text-balance wrap-anywhere text-ink">
            <PaperLink href={paper.url} className="rounded-chip hover:text-accent-ink hover:underline">
              <TexText text={title} />
            </PaperLink>
          </h2>
          <p title={authors} className="mt-1 line-clamp-2 wrap-anywhere text-ink-muted">
            {authors}
          </p>
        </div>
        <div className="-mt-1.5 -mr-2 flex shrink-0">
          <StarButton isStarred={isStarred} onStar={(next) => onFlag(paper, { isStarred: next })} />
          <PaperMenu paper={paper} onFlag={onFlag} />
        </div>
      </div>
      {paper.reason !== null && (
        <p dir="auto" className="text-xs text-pretty wrap-anywhere text-accent-ink">
          {paper.reason}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-xs text-ink-faint">
        <time dateTime={publishedAt}>{archiveDate(publishedAt)}</time>
        <Badge tone="outline">{`arXiv:${arXivId}`}</Badge>
        {paper.isWithdrawn && <Badge tone="warning">Withdrawn</Badge>}
        {paper.isNew && <Badge tone="accent">New</Badge>}
        {paper.isHidden && <Badge tone="warning">Hidden</Badge>}
      </div>
      <NamesProvider item={item} isOpen={isRelatedOpen}>
        <PaperAbstract abstract={abstract} />
        <ul aria-label="Categories" className="flex flex-wrap gap-1.5">
          {categories.map((category) => (
            <li key={category} className="flex">
              <Badge>{category}</Badge>
            </li>
          ))}
        </ul>
        <div className="mt-auto flex flex-col gap-3 pt-1">
          {pplxSummary !== null && (
            <PaperSummary
              paperId={paper.id}
              text={pplxSummary}
              source={paper.summarySource}
              isOpenAtFirst={isAlone || wantsSummary}
              isRequested={wantsSummary}
            />
          )}
          <div className="flex flex-wrap items-center gap-2 text-xs text-ink-muted">
            {pplxSummary === null && (
              <GenerateButton paper={paper} onChange={onChange} onAsk={() => setWantsSummary(true)} />
            )}
            <PaperLink href={paper.url} className={buttonStyle("secondary", "small")}>
              <ExternalLink aria-hidden />
              View Paper
            </PaperLink>
            {!paper.isWithdrawn && (
              <PaperLink href={paper.pdfUrl} className={buttonStyle("ghost", "small")}>
                <Download aria-hidden />
                Download PDF
              </PaperLink>
            )}
            <ItemDiscussion item={item} title={plainTex(title)} count={paper.commentCount} variant="inline" />
            {isAlone && <SimilarPapers id={paper.id} />}
            <RelatedDisclosure
              item={item}
              title={plainTex(title)}
              level={3}
              isOpenAtFirst={isAlone}
              onToggle={setRelatedOpen}
            />
          </div>
        </div>
      </NamesProvider>
    </Card>
  );
});

/** Link to the archive in a new tab. A URL that is not on the web is shown as plain text. */
function PaperLink({ href, className, children }: { href: string; className: string; children: ReactNode }) {
  const address = webAddress(href);
  if (address === null) return <span className="contents">{children}</span>;
  return (
    <a href={address.href} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
    </a>
  );
}

/** Shortened abstract below its key sentence, with a button that shows all of it. */
function PaperAbstract({ abstract }: { abstract: string }) {
  const passage = useLinkedPassage();
  const short = shortenAbstract(abstract);
  const [isWhole, setWhole] = useState(
    passage !== null && abstract.includes(passage) && !short.includes(passage),
  );
  const id = useId();
  const sentence = useMemo(() => contributionSentence(abstract), [abstract]);
  return (
    <div data-open={isWhole || undefined} className="text-ink-muted">
      {!short.includes(sentence) && (
        <p dir="auto" className="mb-2 text-pretty wrap-anywhere text-ink">
          <span className="block text-xs text-ink-faint">In one sentence</span>
          <NamedTex text={sentence} />
        </p>
      )}
      <p id={id} dir="auto" className="text-pretty wrap-anywhere">
        <NamedTex text={isWhole ? abstract : short} />
      </p>
      {short !== abstract && (
        <button
          type="button"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
          className="inline-flex items-center rounded-chip text-xs font-medium text-accent-ink hover:underline max-md:min-h-11 md:min-h-6"
        >
          {isWhole ? "Show Less" : "Show More"}
        </button>
      )}
    </div>
  );
}

/** Menu with further actions for a paper. */
function PaperMenu({ paper, onFlag }: { paper: Paper; onFlag: SetPaperFlags }) {
  const copyLink = useCopyLink();
  const copyBibtex = useCopyBibtex();
  return (
    <Menu
      trigger={
        <IconButton size="small" label={`More for ${plainTex(paper.title)}`}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
      groups={[
        [
          {
            label: "Copy as BibTeX",
            icon: <TextQuote aria-hidden />,
            onSelect: () => void copyBibtex(paper),
          },
          {
            label: "Copy Link",
            icon: <Link2 aria-hidden />,
            onSelect: () => void copyLink(itemAddress({ kind: "paper", id: paper.id }), "paper"),
          },
        ],
        [
          paper.isHidden
            ? {
                label: "Show Again",
                icon: <Eye aria-hidden />,
                onSelect: () => onFlag(paper, { isHidden: false }),
              }
            : {
                label: "Hide",
                icon: <EyeOff aria-hidden />,
                onSelect: () => onFlag(paper, { isHidden: true }),
              },
        ],
      ]}
    />
  );
}

function useCopyBibtex() {
  const toast = useToast();
  return async (paper: Paper) => {
    const bibtex = formatBibtex(paper);
    if (await copyText(bibtex)) toast.success("BibTeX copied", plainTex(paper.title));
    else toast.info("Copy this BibTeX", bibtex);
  };
}
