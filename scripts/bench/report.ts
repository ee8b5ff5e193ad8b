/** Goal of a row: for its ratio if there is a limit, otherwise for its figure. */
export interface Goal {
  atMost?: number;
  atLeast?: number;
}

interface Row {
  part: string;
  cells: string[];
}

/** Collects the figures of a run, with their limits. */
export class Report {
  /** Current part of the run. */
  part = "";
  readonly #rows: Row[] = [];

  /** Adds a figure and the limit measured in the same run. The goal applies to their ratio. */
  compare(what: string, ours: number, limit: number, unit: string, goal: Goal = {}): void {
    const ratio = ours / limit;
    this.#add([what, show(ours, unit), show(limit, unit), `${digits(ratio)}×`], judge(ratio, goal, "×"));
  }

  /** Adds a figure without a limit. */
  value(what: string, ours: number, unit: string, goal: Goal = {}): void {
    this.#add([what, show(ours, unit), "", ""], judge(ours, goal, ` ${unit}`));
  }

  /** Adds the reason why something wasn't measured. */
  note(what: string, why: string): void {
    this.#add([what, why, "", ""], ["", ""]);
  }

  #add(figures: string[], judged: string[]): void {
    const cells = [...figures, ...judged];
    this.#rows.push({ part: this.part, cells });
    console.log(`  ${cells.filter((cell) => cell !== "").join(" | ")}`);
  }

  /** Returns the results as a page of the documentation. */
  toMarkdown(about: readonly string[]): string {
    const tables = [...Map.groupBy(this.#rows, ({ part }) => part)].flatMap(([part, rows]) => [
      `\n## ${part}\n`,
      "| what | StackLoop | limit | ratio | goal | reached |",
      "| --- | ---: | ---: | ---: | ---: | --- |",
      ...rows.map(({ cells }) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`),
    ]);
    return [
      "# Benchmarks\n",
      "Speed and memory, measured beside limits of the same machine by `npm run bench`, which writes this page. [performance.md](performance.md) explains the missed goals. Absolute figures don't transfer between machines; ratios to a limit measured in the same run do. The limit is a bare `node:http` server, a raw SQLite query or a scan that does the same work. `CPU` is the processor time of the server's process.\n",
      ...about.map((line) => `- ${line}`),
      ...tables,
      "",
    ].join("\n");
  }
}

function judge(measured: number, { atMost, atLeast }: Goal, unit: string): string[] {
  if (atMost !== undefined) return [`≤ ${atMost}${unit}`, measured <= atMost ? "yes" : "no"];
  if (atLeast !== undefined) return [`≥ ${atLeast}${unit}`, measured >= atLeast ? "yes" : "no"];
  return ["", ""];
}

const digits = (value: number): string => {
  if (!Number.isFinite(value)) return String(value);
  if (value >= 100) return Math.round(value).toLocaleString("en-US");
  return value.toFixed(value >= 10 ? 1 : value >= 1 ? 2 : 3);
};

const show = (value: number, unit: string): string => `${digits(value)} ${unit}`.trim();
