/** Shows a person who waits what is under way; a log, a pipe or a script gets none of it. */
export interface Progress {
  /** Shows a line until the next one or the end: `Updating the tables: usernames`. */
  show(line: string): void;
  /** Shows what is under way while it is, with how far it is or, without a measure, for how long: `Copying … 42 %`. */
  during<Result>(what: string, work: () => Promise<Result>, measure?: Measure): Promise<Result>;
  /** Takes the line away. */
  end(): void;
}

/** How far something is, such as `12 of 130`; nothing where that is not known. */
export type Measure = () => string | undefined | Promise<string | undefined>;

/** The part of a terminal that a line of progress needs. */
export interface Screen {
  isTTY?: boolean;
  /** How wide it is; 0 where it does not say. */
  columns?: number;
  write(text: string): unknown;
}

const REFRESH_MS = 250;
/** Before that, how long it takes is of no interest. */
const LONG_MS = 2000;
const USUAL_WIDTH = 80;
/** To the beginning of the line, and what is behind it is cleared (ECMA-48, EL). */
const CLEAR_LINE = "\r\u001b[K";

/** Rewrites one line of a terminal; does nothing where there is none or nobody wants it. */
export function createProgress(screen: Screen, isWanted = true): Progress {
  const isShown = isWanted && screen.isTTY === true;
  let isDrawn = false;
  const show = (line: string) => {
    if (!isShown) return;
    isDrawn = true;
    screen.write(CLEAR_LINE + line.slice(0, (screen.columns || USUAL_WIDTH) - 1));
  };
  const end = () => {
    if (isDrawn) screen.write(CLEAR_LINE);
    isDrawn = false;
  };
  return {
    show,
    end,
    async during(what, work, measure) {
      if (!isShown) return work();
      const startedAt = performance.now();
      show(`${what} …`);
      let isOver = false;
      const stop = repeat(async () => {
        const measured = (await measure?.()) ?? forHowLong(startedAt);
        if (!isOver) show(`${what} … ${measured}`.trimEnd());
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

/** Does something every now and then, never twice at once, until it is stopped; that it fails once is no harm. */
function repeat(tell: () => Promise<void>): () => void {
  let isTelling = false;
  const timer = setInterval(() => {
    if (isTelling) return;
    isTelling = true;
    tell()
      .catch(() => {})
      .finally(() => {
        isTelling = false;
      });
  }, REFRESH_MS).unref();
  return () => {
    clearInterval(timer);
  };
}

function forHowLong(startedAt: number): string {
  const took = performance.now() - startedAt;
  return took < LONG_MS ? "" : `${Math.floor(took / 1000)} s`;
}
