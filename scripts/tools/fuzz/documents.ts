import { memoryOf, type Server } from "#tests/support/built/processes.ts";
import { type Person, signInAdmin, startProduct } from "#tests/support/built/product.ts";
import { blowUps, type Blown } from "#tests/support/fuzz/documents/grammar.ts";
import { GRAMMARS } from "#tests/support/fuzz/documents/grammars.ts";
import { openHostileSite, type HostileSite } from "#tests/support/fuzz/documents/hostile-site.ts";
import { prepare } from "#tests/support/fuzz/documents/ways-in.ts";
import { seededRandom } from "#tests/support/seeded-random.ts";

/**
 * One turn of the event loop may use so much processor time. What used more is tried again: the first time, code is
 * compiled, and garbage of others is collected at any time.
 */
const MOST_MS = 50;
const TRIES = 3;
/** With both threads at work; see the limits of the lanes. */
const MOST_MIB = 768;
/** What a refusal or a success may be: too long a work is ended with a sentence. */
const isPlain = (status: number): boolean =>
  (status >= 200 && status < 500) || [502, 503, 504].includes(status);

interface Options {
  inputs: number;
  minutes: number;
  seed: number;
  folder: string;
}

interface Measured {
  holdMs: number;
  takesMs: number;
  status: number;
}

/** Has the built program read what is made to be hard to read, and measures for how long that holds its event loop. */
export async function fuzzHolds({ inputs, minutes, seed, folder }: Options): Promise<boolean> {
  const site = await openHostileSite();
  const file = `${folder}/holds.db`;
  const server = await startProduct(file, {
    environment: { ...site.environment, LOG_LEVEL: "silent", AI_PROVIDER: "none" },
    isWatched: true,
  });
  const admin = await signInAdmin(server, file);
  const end = performance.now() + minutes * 60_000;
  const findings: string[] = [];
  const kinds = new Map<string, Measured[]>();
  let done = 0;
  for (const blown of shuffled(GRAMMARS.flatMap(blowUps), seed)) {
    if (done >= inputs || performance.now() > end) break;
    done += 1;
    const measured = await measure(blown, { server, admin, site });
    kinds.set(blown.kind, [...(kinds.get(blown.kind) ?? []), measured]);
    const figures = `${measured.holdMs.toFixed(0)} ms, answered ${measured.status} after ${measured.takesMs.toFixed(0)} ms`;
    if (measured.holdMs > MOST_MS || !isPlain(measured.status)) {
      findings.push(`${blown.kind}, ${blown.what}: ${figures}`);
      console.log(`FINDING: ${findings.at(-1)}`);
    }
  }
  const { now, peak } = memoryOf(server.pid);
  const ready = await fetch(`${server.origin}/readyz`);
  await server.stop();
  site.close();
  for (const [kind, all] of kinds) {
    const longest = (of: (one: Measured) => number) => Math.max(...all.map(of)).toFixed(0);
    console.log(
      `${kind}: ${all.length} inputs, longest hold ${longest(({ holdMs }) => holdMs)} ms, longest answer ${longest(({ takesMs }) => takesMs)} ms`,
    );
  }
  console.log(
    `memory: ${now.toFixed(0)} MiB at the end, at most ${peak.toFixed(0)} MiB; /readyz: ${ready.status}`,
  );
  console.log(`${done} inputs, ${findings.length} findings`);
  return findings.length === 0 && peak <= MOST_MIB && ready.status === 200;
}

interface Reached {
  server: Server;
  admin: Person;
  site: HostileSite;
}

/** The shortest hold of a few tries: what the input itself costs is in each of them. */
async function measure(blown: Blown, { server, admin, site }: Reached): Promise<Measured> {
  const send = prepare(blown);
  let best: Measured = { holdMs: Number.POSITIVE_INFINITY, takesMs: 0, status: 0 };
  for (let tried = 0; tried < TRIES && best.holdMs > MOST_MS; tried += 1) {
    await server.readHold();
    const start = performance.now();
    // Whatever was never answered counts as status 0, which is no answer.
    const status = await send({ admin, origin: server.origin, site }).catch(() => 0);
    const takesMs = performance.now() - start;
    const { longestTurnMs } = await server.readHold();
    if (longestTurnMs < best.holdMs) best = { holdMs: longestTurnMs, takesMs, status };
  }
  return best;
}

/** All of them in an order that the seed decides, so that a part of them is a part of every kind. */
function shuffled(all: readonly Blown[], seed: number): Blown[] {
  const random = seededRandom(seed);
  return all
    .map((blown) => ({ blown, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ blown }) => blown);
}
