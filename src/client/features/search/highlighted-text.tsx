import { ItemText } from "#client/format/tex-text.tsx";
import type { SearchKind, TextPart } from "#shared/search/search.ts";

interface HighlightedTextProps {
  /** Kind of the search result. */
  kind: SearchKind;
  parts: readonly TextPart[];
}

/** Text with highlighted matches. */
export function HighlightedText({ kind, parts }: HighlightedTextProps) {
  return keyed(parts).map(({ key, part }) =>
    part.isMatch ? (
      <mark key={key} className="rounded-chip bg-warning-soft font-medium text-warning-ink">
        {part.text}
      </mark>
    ) : (
      <span key={key} dir={undefined}>
        <ItemText kind={kind} text={part.text} />
        {/* Allows a line break before a match in an address, so that the match itself isn't broken. */}
        {/[^\p{L}\p{N}\s]$/u.test(part.text) && <wbr />}
      </span>
    ),
  );
}

export const plainText = (parts: readonly TextPart[]): string => parts.map(({ text }) => text).join("");

/** Adds indexes as keys, because two parts may be equal. */
const keyed = (parts: readonly TextPart[]) => parts.map((part, index) => ({ key: index, part }));
