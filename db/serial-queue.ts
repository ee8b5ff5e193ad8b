/** Runs tasks one after the other, in the order of their requests. */
export class SerialQueue {
  #pending = 0;
  #last: Promise<void> = Promise.resolve();

  /** True if the lock is free and nobody waits for it. */
  get isFree(): boolean {
    return this.#pending === 0;
  }

  /** Waits for the lock. Returns a function that releases it, to be called once. */
  async take(): Promise<() => void> {
    this.#pending += 1;
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    return () => {
      this.#pending -= 1;
      resolve();
    };
  }
}
