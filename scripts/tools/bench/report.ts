/** What a goal asks of a row: of the ratio where there is a limit to measure against, else of the figure itself. */
export interface Goal {
  atMost?: number;
  atLeast?: number;
}

/** One line of the result. */
export interface Result {
  part: string;
  what: string;
  ours: string;
  limit: string;
  ratio: string;
  goal: string;
  reached: "yes" | "no" | "";
}

/** Collects the figures of a run, each beside its limit. */
export class Report {
  readonly results: Result[] = [];
  /** The part that is being measured. */
  part = "";

  /** A figure beside the limit that was measured in the same run; the goal is about their ratio. */
  compare(what: string, ours: number, limit: number, unit: string, goal: Goal = {}): void {
    const ratio = ours / limit;
    const row = { what, ours: show(ours, unit), limit: show(limit, unit), ratio: `${digits(ratio)}×` };
    this.#add(row, ratio, goal, "×");
  }

  /** A figure that stands for itself. */
  value(what: string, ours: number, unit: string, goal: Goal = {}): void {
    this.#add({ what, ours: show(ours, unit), limit: "", ratio: "" }, ours, goal, ` ${unit}`);
  }

  /** A sentence about what was not measured, and why. */
  note(what: string, why: string): void {
    this.#add({ what, ours: why, limit: "", ratio: "" }, Number.NaN, {}, "");
  }

  #add(
    row: Pick<Result, "what" | "ours" | "limit" | "ratio">,
    measured: number,
    { atMost, atLeast }: Goal,
    unit: string,
  ): void {
    let goal = "";
    let reached: Result["reached"] = "";
    if (atMost !== undefined) {
      goal = `≤ ${atMost}${unit}`;
      reached = measured <= atMost ? "yes" : "no";
    } else if (atLeast !== undefined) {
      goal = `≥ ${atLeast}${unit}`;
      reached = measured >= atLeast ? "yes" : "no";
    }
    this.results.push({ part: this.part, ...row, goal, reached });
    console.log(`  ${[row.what, row.ours, row.limit, row.ratio, goal, reached].filter(Boolean).join(" | ")}`);
  }

  /** The result as a page of the documentation. */
  toMarkdown(about: readonly string[]): string {
    const parts = [...new Set(this.results.map(({ part }) => part))];
    return [
      "# Benchmarks",
      "",
      "Written by `npm run bench`; [performance.md](performance.md) tells where the time goes where a goal is missed. Absolute figures don't transfer between machines; ratios to a limit measured in the same run do. The limit is a bare `node:http` server, a raw SQLite query or a scan that does the same work.",
      "",
      ...about.map((line) => `- ${line}`),
      ...parts.flatMap((part) => ["", `## ${part}`, "", ...this.#table(part)]),
      "",
    ].join("\n");
  }

  #table(part: string): string[] {
    const rows = this.results.filter((result) => result.part === part);
    return [
      "| what | StackLoop | limit | ratio | goal | reached |",
      "| --- | ---: | ---: | ---: | ---: | --- |",
      ...rows.map(
        ({ what, ours, limit, ratio, goal, reached }) =>
          `| ${[what, ours, limit, ratio, goal, reached].map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`,
      ),
    ];
  }
}

const digits = (value: number): string => {
  if (!Number.isFinite(value)) return String(value);
  if (value >= 100) return Math.round(value).toLocaleString("en-US");
  return value.toFixed(value >= 10 ? 1 : value >= 1 ? 2 : 3);
};

const show = (value: number, unit: string): string => `${digits(value)} ${unit}`.trim();
