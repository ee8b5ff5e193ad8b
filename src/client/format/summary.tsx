import type { ReactNode } from "react";

import { TexText } from "./tex-text.tsx";

interface SummaryProps {
  text: string;
  /** How a line is shown; it comes with its place among all lines of the text. */
  renderLine?: (line: string, index: number) => ReactNode;
}

const asTex = (line: string): ReactNode => <TexText text={line} />;

/**
 * A summary as paragraphs: a line wrapped in double asterisks is a heading, one that starts with a number and a dot
 * is indented, blank lines are dropped. Whatever else stands in it is text.
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

/** Lines that are not blank, each with its place as a key, since two of them may read the same. */
const toLines = (text: string) =>
  text
    .split("\n")
    .map((line, index) => ({ key: index, line: line.trim() }))
    .filter(({ line }) => line !== "");
