import type { ReactNode } from "react";

import { TexText } from "./tex-text.tsx";

interface SummaryProps {
  text: string;
  /** Renders a line, given its index among all lines of the text. */
  renderLine?: (line: string, index: number) => ReactNode;
}

const asTex = (line: string): ReactNode => <TexText text={line} />;

/**
 * Summary as paragraphs. Lines in double asterisks are headings, lines with a number and a dot are indented, and blank
 * lines are dropped. Everything else is plain text.
 */
export function Summary({ text, renderLine = asTex }: SummaryProps) {
  return (
    <div className="flex flex-col gap-1.5">
      {toLines(text).map(({ key, line }) => {
        if (isHeading(line)) {
          return (
            <h4 key={key} dir="auto" className="mt-2 font-semibold text-ink first:mt-0">
              {renderLine(line.replaceAll("**", ""), key)}
            </h4>
          );
        }
        return (
          <p key={key} dir="auto" className={/^\d+\./u.test(line) ? "pl-4" : undefined}>
            {renderLine(line, key)}
          </p>
        );
      })}
    </div>
  );
}

const isHeading = (line: string): boolean => line.length > 4 && line.startsWith("**") && line.endsWith("**");

/** Returns the nonblank lines with their indexes as keys, because two lines may be equal. */
const toLines = (text: string) =>
  text
    .split("\n")
    .map((line, index) => ({ key: index, line: line.trim() }))
    .filter(({ line }) => line !== "");
