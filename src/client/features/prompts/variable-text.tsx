import type { FilledPart } from "#shared/prompt-variables.ts";

/** A prompt's text in which variables stand out: those that are filled in, and those that are still open. */
export function VariableText({ parts }: { parts: readonly FilledPart[] }) {
  return parts.map(({ text, variable, isFilled }, index) =>
    variable === null ? (
      text
    ) : (
      <mark
        // Parts have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        key={index}
        className={
          isFilled
            ? "rounded-chip bg-accent-soft text-accent-ink"
            : "rounded-chip bg-warning-soft text-warning-ink"
        }
      >
        {text}
      </mark>
    ),
  );
}
