import { InMemoryServerEventBus, type ServerEventBus } from "@modelcontextprotocol/server";

import type { App } from "#server/app.ts";
import { readServedVersion } from "#server/features/assistants/assistants.service.ts";
import { inBackground } from "#server/kernel/async/promises.ts";
import type { LedgerEvent } from "#shared/kernel/ledger.ts";

/** Notifies subscribed clients of changes to the prompts. Watches for changes only while a client is subscribed. */
export function promptChanges(app: App): ServerEventBus {
  const bus = new InMemoryServerEventBus((error) =>
    app.log.error({ err: error }, "notifying an assistant failed"),
  );
  let listeners = 0;
  let watching: AbortController | undefined;

  const notify = () => {
    bus.publish({ kind: "prompts_list_changed" });
    bus.publish({ kind: "resources_list_changed" });
  };

  const startWatching = () => {
    watching = new AbortController();
    inBackground(app.log, "watching the prompts", watchPrompts(app, watching.signal, notify));
    inBackground(
      app.log,
      "watching the items for assistants",
      watchServedItems(app, watching.signal, notify),
    );
  };

  return {
    publish: (event) => bus.publish(event),
    subscribe(listener) {
      const unsubscribe = bus.subscribe(listener);
      if (listeners === 0) startWatching();
      listeners += 1;
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        unsubscribe();
        listeners -= 1;
        if (listeners > 0) return;
        watching?.abort();
      };
    },
  };
}

async function watchPrompts({ ledgerReader }: App, signal: AbortSignal, notify: () => void): Promise<void> {
  for await (const { events, kinds } of ledgerReader.subscribe(({ seq }) => seq, signal)) {
    if (kinds.includes("prompt") || events.some(isOfPrompt)) notify();
  }
}

/** True for changes of prompts. Changes of settings are watched separately. */
const isOfPrompt = ({ kind, detail }: LedgerEvent): boolean =>
  kind === "prompt" && detail.setting === undefined;

async function watchServedItems(app: App, signal: AbortSignal, notify: () => void): Promise<void> {
  const changes = app.settingChanges.follow(signal);
  let served: string | undefined;
  do {
    try {
      const now = await readServedVersion(app);
      if (served !== undefined && now !== served) notify();
      served = now;
    } catch (error) {
      // The database may be unavailable. Once it is restored, everything counts as changed.
      app.log.error({ err: error }, "couldn't read the items for assistants; retrying at the next change");
    }
  } while (await changes.next());
}
