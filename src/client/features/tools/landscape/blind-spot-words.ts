import type { BlindSpotNote } from "#shared/verdicts/verdicts.ts";

const month = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });
const monthAndYear = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** Describes a gap briefly; null for gaps that landscape cells don't show. */
export function blindSpotInWords({ kind, count, since }: BlindSpotNote, now = new Date()): string | null {
  switch (kind) {
    case "untried":
      return count === 1 ? "1 tool, not tried" : `${count} tools, none tried`;
    case "no-prompt":
      return count === 1 ? "Adopted, but no prompt uses it" : `${count} adopted, but no prompt uses them`;
    case "papers-no-tool":
      return `${count} ${count === 1 ? "paper" : "papers"} this month, no tool`;
    case "overdue": {
      const verdicts = count === 1 ? "Verdict" : `${count} verdicts`;
      return since === undefined ? `${verdicts} overdue` : `${verdicts} overdue since ${monthOf(since, now)}`;
    }
    default:
      return null;
  }
}

/** Returns "May", with the year if it is another one. */
function monthOf(day: string, now: Date): string {
  const isThisYear = day.startsWith(String(now.getFullYear()));
  return (isThisYear ? month : monthAndYear).format(new Date(day));
}
