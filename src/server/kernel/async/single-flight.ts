/** Runs work once for all concurrent callers with the same key. */
export class SingleFlight<Result> {
  readonly #underWay = new WeakMap<object, Map<string, Promise<Result>>>();

  /** Starts the work of a key, or waits for the run in progress. Each owner has separate keys. */
  run(owner: object, key: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.#underWay.get(owner) ?? new Map<string, Promise<Result>>();
    this.#underWay.set(owner, running);
    const joined = running.get(key);
    if (joined) return joined;
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  }
}
