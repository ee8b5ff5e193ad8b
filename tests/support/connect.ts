import { onTestFinished } from "vitest";

import { readConfig } from "#server/config/config.ts";
import type { Resolve } from "#server/outside/http/address-guard.ts";
import { type Integrations, createIntegrations } from "#server/outside/integrations.ts";

import { feedShelf } from "./feed-shelf.ts";
import { inlineWorkers } from "./inline-workers.ts";
import { startUpstreams, type StubUpstreams, type UpstreamContents } from "./stub-upstreams.ts";
import { testTiming } from "./upstreams/test-timing.ts";

export const TEST_NOW = new Date("2026-11-21T10:00:00.000Z");

interface Connected extends Integrations {
  upstreams: StubUpstreams;
  /** The simulated pauses, in milliseconds. */
  waits: number[];
  /** Moves the clock forward. */
  advance(milliseconds: number): void;
}

/** Every outside service, over real sockets, with stubs at the other end. */
export async function connect(
  contents: UpstreamContents = {},
  environment: Record<string, string> = {},
  resolve?: Resolve,
): Promise<Connected> {
  const upstreams = await startUpstreams(contents);
  onTestFinished(() => upstreams.close());
  let time = TEST_NOW.getTime();
  const now = () => new Date(time);
  const timing = testTiming();
  const integrations = createIntegrations({
    config: readConfig({ ...upstreams.environment, ...environment }),
    workers: inlineWorkers(),
    publicUrl: "https://stackloop.example",
    feedStore: feedShelf(now),
    now,
    timing,
    ...(resolve && { resolve }),
  });
  return Object.assign(integrations, {
    upstreams,
    waits: timing.waits,
    advance(milliseconds: number) {
      time += milliseconds;
    },
  });
}
