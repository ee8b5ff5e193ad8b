/** Lets so many pieces of work go on at once; the others wait in the order in which they came. */
export interface Slots {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** True when nothing goes on and nothing waits. */
  isIdle(): boolean;
}

export function createSlots(size: number): Slots {
  const waiting: (() => void)[] = [];
  let taken = 0;

  return {
    isIdle: () => taken === 0,
    async run(work) {
      if (taken < size) taken += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else taken -= 1;
      }
    },
  };
}
