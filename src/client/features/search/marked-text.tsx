import type { TextPart } from "#shared/search/search.ts";

/** A text in which what was searched for stands out. */
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

/** Each piece with its place as a key, since two of them may read the same. */
const keyed = (parts: readonly TextPart[]) => parts.map((part, index) => ({ key: index, part }));
