import type { TextPart } from "#shared/search/search.ts";

/** Text with highlighted matches. */
export function MarkedText({ parts }: { parts: readonly TextPart[] }) {
  return keyed(parts).map(({ key, part }) =>
    part.isMatch ? (
      <mark key={key} className="rounded-chip bg-warning-soft font-medium text-warning-ink">
        {part.text}
      </mark>
    ) : (
      <span key={key} dir={undefined}>
        {part.text}
      </span>
    ),
  );
}

export const plainText = (parts: readonly TextPart[]): string => parts.map(({ text }) => text).join("");

/** Adds indexes as keys, because two parts may be equal. */
const keyed = (parts: readonly TextPart[]) => parts.map((part, index) => ({ key: index, part }));
