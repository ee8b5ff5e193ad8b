import type { FilledPart } from "#shared/prompts/prompt-variables.ts";

interface VariableTextProps {
  parts: readonly FilledPart[];
  /** True to show variable names instead of their values. */
  showsNames?: boolean;
}

/** Text of a prompt with highlighted variables. Unfilled variables look different. */
export function VariableText({ parts, showsNames = false }: VariableTextProps) {
  return parts.map(({ text, written, variable, isFilled }, index) =>
    variable === null ? (
      // oxlint-disable-next-line react/no-array-index-key -- parts are only identified by their position
      <span key={index} dir={undefined}>
        {text}
      </span>
    ) : (
      <mark
        // Parts are only identified by their position.
        // oxlint-disable-next-line react/no-array-index-key
        key={index}
        className={
          isFilled || showsNames
            ? "rounded-chip bg-accent-soft text-accent-ink"
            : "rounded-chip bg-warning-soft text-warning-ink"
        }
      >
        {showsNames ? written : text}
      </mark>
    ),
  );
}
