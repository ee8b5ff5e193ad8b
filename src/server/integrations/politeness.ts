/** Takes turns with others that ask the same host. */
export type InTurn = <Result>(host: string, work: () => Promise<Result>) => Promise<Result>;

export interface Timing {
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

const MAX_IN_FLIGHT = 4;
const GAP_MS = 500;

/**
 * One request per host at a time, with a gap between two of them, and a few at once over all hosts.
 * `gaps` names hosts that want another gap, in milliseconds.
 */
export function makePoliteness(timing: Timing, gaps: ReadonlyMap<string, number> = new Map()): InTurn {
  const lastOf = new Map<string, Promise<unknown>>();
  const startedAt = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let inFlight = 0;

  async function enter(): Promise<void> {
    if (inFlight < MAX_IN_FLIGHT) inFlight += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else inFlight -= 1;
  }

  async function run<Result>(host: string, work: () => Promise<Result>): Promise<Result> {
    const pause =
      (startedAt.get(host) ?? Number.NEGATIVE_INFINITY) + (gaps.get(host) ?? GAP_MS) - timing.now();
    if (pause > 0) await timing.wait(pause);
    await enter();
    startedAt.set(host, timing.now());
    try {
      return await work();
    } finally {
      leave();
    }
  }

  return (host, work) => {
    const turn = (lastOf.get(host) ?? Promise.resolve()).then(() => run(host, work));
    // What fails here is told to its own caller; the next in the row goes on.
    lastOf.set(
      host,
      turn.catch(() => undefined),
    );
    return turn;
  };
}
