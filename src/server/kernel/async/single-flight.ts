/** Work of one kind that is done once for all who want it at the same time. */
export class SingleFlight<Result> {
  readonly #underWay = new WeakMap<object, Map<string, Promise<Result>>>();

  /** Starts the work of a key, or waits with the others for the one that is under way; each owner has keys of its own. */
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
