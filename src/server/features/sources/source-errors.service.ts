import type { App, JobWork } from "#server/app.ts";
import type { SourceFailure } from "#shared/operations/jobs.ts";

/** Notes a source that failed, while the others go on. */
export type ReportError = JobWork["reportError"];

/** What a source finds; nothing when it fails, which is reported. */
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

/** What fails for one tool fails for the next hundred too: the report needs it once. */
export function oncePerSource(reportError: ReportError): ReportError {
  const reported = new Set<string>();
  return (source, error) => {
    if (!reported.has(source)) reportError(source, error);
    reported.add(source);
  };
}

/** Fails a run in which sources were asked and none replied: it found nothing out. */
export function requireAnswer(answered: number, failed: number): void {
  if (answered > 0 || failed === 0) return;
  throw new Error(failed === 1 ? "The only source failed" : `All ${failed} sources failed`);
}

/** Looks in the sources of a run: each that fails is reported once, those that reply are counted. */
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

  /** How many have replied so far, with or without a find. */
  get answered(): number {
    return this.#answered.size;
  }

  /** Throws if sources were asked and none has replied. */
  requireAnswer(): void {
    requireAnswer(this.answered, this.#failed);
  }
}

/** Collects the sources that fail while a person waits, and logs each with what it was used for. */
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
