import type { App } from "./app.ts";

/** Work of one kind that is done once for all who ask for it at the same time. */
export class SingleFlight<Result> {
  readonly #underWay = new WeakMap<App, Map<string, Promise<Result>>>();

  /** Starts the work of a key, or waits with the others for the one that is under way. */
  run(app: App, key: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.#underWay.get(app) ?? new Map<string, Promise<Result>>();
    this.#underWay.set(app, running);
    const joined = running.get(key);
    if (joined) return joined;
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  }
}
