import type { App, JobWork } from "#server/app.ts";
import type { SourceFailure } from "#shared/operations/jobs.ts";

/** Reports a failed source, while the others continue. */
export type ReportError = JobWork["reportError"];

/** Returns the items of a source. If it fails, reports that and returns none. */
export async function findOrReport<Item>(
  reportError: ReportError,
  source: string,
  find: () => Promise<Item[]>,
): Promise<Item[]> {
  try {
    return await find();
  } catch (error) {
    reportError(source, error);
    return [];
  }
}

/** A source that fails for one tool fails for the next hundred too. The report needs it once. */
export function oncePerSource(reportError: ReportError): ReportError {
  const reported = new Set<string>();
  return (source, error) => {
    if (!reported.has(source)) reportError(source, error);
    reported.add(source);
  };
}

/** Throws if sources were requested and none replied, since the run found out nothing. */
export function requireAnswer(answered: number, failed: number): void {
  if (answered > 0 || failed === 0) return;
  throw new Error(failed === 1 ? "The only source failed" : `All ${failed} sources failed`);
}

/** Queries the sources of a run. Reports each failed source once, and counts those that reply. */
export class SourceTally {
  readonly #reportError: ReportError;
  readonly #answered = new Set<string>();
  #failed = 0;

  constructor(reportError: ReportError) {
    this.#reportError = oncePerSource((source, error) => {
      this.#failed += 1;
      reportError(source, error);
    });
  }

  find<Item>(source: string, find: () => Promise<Item[]>): Promise<Item[]> {
    return findOrReport(this.#reportError, source, async () => {
      const found = await find();
      this.#answered.add(source);
      return found;
    });
  }

  /** Number of sources that have replied, with or without results. */
  get answered(): number {
    return this.#answered.size;
  }

  /** Throws if sources were requested and none replied. */
  requireAnswer(): void {
    requireAnswer(this.answered, this.#failed);
  }
}

/** Collects failed sources while a user waits, and logs each with its use. */
export class SourceErrors {
  readonly all: SourceFailure[] = [];
  readonly #log: App["log"];
  readonly #about: Record<string, string>;

  constructor({ log }: App, about: Record<string, string>) {
    this.#log = log;
    this.#about = about;
  }

  readonly report: ReportError = (source, error) => {
    this.#log.warn({ err: error, source, ...this.#about }, "a source failed");
    this.all.push({ source, message: error instanceof Error ? error.message : String(error) });
  };
}
