/** Shows progress to users. Logs, pipes and scripts get none. */
export interface Progress {
  /** Shows a line until the next one or the end: `Updating the tables: usernames`. */
  show(line: string): void;
  /** Shows a running task with its progress, or else its duration: `Copying … 42 %`. */
  during<Result>(what: string, work: () => Promise<Result>, measure?: GetProgress): Promise<Result>;
  /** Clears the line. */
  end(): void;
}

/** Returns progress such as `12 of 130`; undefined if unknown. */
export type GetProgress = () => string | undefined | Promise<string | undefined>;

/** Part of a terminal used for progress lines. */
interface Screen {
  isTTY?: boolean;
  /** Width in columns; 0 if unknown. */
  columns?: number;
  write(text: string): unknown;
}

const REFRESH_MS = 250;
/** Minimum duration before elapsed time is shown. */
const MIN_ELAPSED_MS = 2000;
const DEFAULT_WIDTH = 80;
/** Moves to the line's start and clears the rest (ECMA-48, EL). */
const CLEAR_LINE = "\r\u001b[K";

/** Returns progress that rewrites one terminal line. Does nothing without a terminal or if not wanted. */
export function createProgress(screen: Screen, isWanted = true): Progress {
  const isRunning = isWanted && screen.isTTY === true;
  let isDrawn = false;
  const show = (line: string) => {
    if (!isRunning) return;
    isDrawn = true;
    screen.write(CLEAR_LINE + line.slice(0, (screen.columns || DEFAULT_WIDTH) - 1));
  };
  const end = () => {
    if (isDrawn) screen.write(CLEAR_LINE);
    isDrawn = false;
  };
  return {
    show,
    end,
    async during(what, work, measure) {
      if (!isRunning) return work();
      const startedAt = performance.now();
      show(`${what} …`);
      let isOver = false;
      const stop = repeat(async () => {
        const status = (await measure?.()) ?? formatElapsed(startedAt);
        if (!isOver) show(`${what} … ${status}`.trimEnd());
      });
      try {
        return await work();
      } finally {
        isOver = true;
        stop();
        end();
      }
    },
  };
}

/** Repeats a function at intervals, without overlap, until stopped. Ignores single failures. */
function repeat(run: () => Promise<void>): () => void {
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    run()
      .catch(() => {})
      .finally(() => {
        isRunning = false;
      });
  }, REFRESH_MS).unref();
  return () => {
    clearInterval(timer);
  };
}

function formatElapsed(startedAt: number): string {
  const elapsed = performance.now() - startedAt;
  return elapsed < MIN_ELAPSED_MS ? "" : `${Math.floor(elapsed / 1000)} s`;
}
