import { TexText } from "./tex-text.tsx";

/**
 * A summary as paragraphs: a line wrapped in double asterisks is a heading, one that starts with a number and a dot
 * is indented, blank lines are dropped. Whatever else stands in it is text.
 */
export function Summary({ text }: { text: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      {toLines(text).map(({ key, line }) => {
        if (isHeading(line)) {
          return (
            <h4 key={key} className="mt-2 font-semibold text-ink first:mt-0">
              <TexText text={line.replaceAll("**", "")} />
            </h4>
          );
        }
        return (
          <p key={key} className={/^\d+\./u.test(line) ? "pl-4" : undefined}>
            <TexText text={line} />
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
