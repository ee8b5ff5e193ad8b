import type { Server } from "#tests/support/built/processes.ts";
import type { Person } from "#tests/support/built/product.ts";

import { feedAbout, type Newsstand, offer, refresh } from "./newsstand.ts";
import { toolRows } from "./tools.ts";
import { SEARCHED } from "./words.ts";

const TOOLS = 1000;

interface Span {
  forMs: number;
  /** Called after every round with how many there were. */
  onRound?: (rounds: number) => void;
}

/** What a busy team and a few bad sources ask of a server, again and again; returns how many rounds there were. */
export async function mixedLoad(
  server: Server,
  admin: Person,
  stand: Newsstand,
  { forMs, onRound = () => {} }: Span,
): Promise<number> {
  await admin.call("POST", "/api/ai-tools/import", {
    rows: toolRows(TOOLS),
  });
  const end = performance.now() + forMs;
  let rounds = 0;
  while (performance.now() < end) {
    rounds += 1;
    await Promise.all([
      admin.status("GET", "/api/ai-tools/export/slides"),
      admin.status("GET", "/api/ai-tools/export/json"),
      admin.status("GET", "/api/news"),
      admin.status("GET", `/api/news?search=${SEARCHED.common}`),
      admin.status("GET", "/trpc/tools.list"),
    ]);
    await admin.status("POST", "/api/ai-tools", { name: `Round ${rounds}`, tags: [] });
    await admin.status("POST", "/api/readings/import", {
      rows: Array.from({ length: 500 }, (_, index) => ({
        title: `Book ${rounds} ${index}`,
        author: "Somebody",
      })),
    });
    for (const piece of ['"', "<b>", "<!--"]) {
      const url = stand.publish(`<rss><channel><item><title>${piece.repeat(2_000_000 / piece.length)}`);
      await admin.status("POST", "/trpc/feeds.add", { url });
    }
    await offer(admin, stand, feedAbout(TOOLS, rounds));
    await refresh(admin);
    await listManyTimes(server, admin);
    onRound(rounds);
  }
  return rounds;
}

async function listManyTimes(server: Server, { cookie }: Person): Promise<void> {
  for (let time = 0; time < 20; time += 1) {
    const reply = await fetch(`${server.origin}/api/ai-tools`, { headers: { cookie } });
    await reply.arrayBuffer();
  }
}
