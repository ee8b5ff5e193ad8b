/** Lets one after the other do what cannot be done at the same time, in the order in which they asked. */
export class SerialQueue {
  #asked = 0;
  #last: Promise<void> = Promise.resolve();

  /** Whether nobody has the turn, and nobody waits for it. */
  get isFree(): boolean {
    return this.#asked === 0;
  }

  /** Waits for the turn; returns what passes it on, to be called once. */
  async take(): Promise<() => void> {
    this.#asked += 1;
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    return () => {
      this.#asked -= 1;
      resolve();
    };
  }
}
