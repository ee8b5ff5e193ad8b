/**
 * Starts the built product behind each reverse proxy of `docs/deploy`, nginx and Caddy, with TLS, and prints PASS or
 * FAIL for each action through it. Fetches a missing proxy from Debian's packages, if possible. Takes less than a
 * minute each.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { ensureChromium } from "../support/test-programs.mjs";
import { startProduct } from "./defaults/product.ts";
import { NAME, PROXIES, type Proxy } from "./proxy/front.ts";
import { startHeldArchive } from "./proxy/held-archive.ts";
import { promises, type Scene } from "./proxy/promises.ts";

const TIMEOUT_MS = 30_000;

/** The number of broken promises. */
async function tryOut({ title, start }: Proxy): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "stackloop-proxy-"));
  const archive = await startHeldArchive();
  const product = await startProduct({
    PUBLIC_URL: `https://${NAME}`,
    TRUST_PROXY: "1",
    NIGHTLY_CRON: "",
    NEWS_CRON: "",
    BACKUP_CRON: "",
    ...archive.environment,
  });
  try {
    const front = await start({ folder, port: product.port });
    if (front === undefined) {
      console.log(`Not checked: install ${title} to see StackLoop behind it.`);
      return 0;
    }
    const setup = /\?setup=([\w-]+)/u.exec(product.printed)?.[1] ?? "";
    const failed = await tryAll(title, { front, archive, setup });
    await front.stop();
    return failed;
  } finally {
    archive.close();
    await product.stop();
    for (const path of [folder, product.folder]) rmSync(path, { recursive: true, force: true });
  }
}

async function tryAll(title: string, scene: Scene): Promise<number> {
  let failed = 0;
  for (const [promise, check] of promises) {
    const { passed, details } = await inTime(check(scene));
    if (!passed) failed += 1;
    console.log(`${passed ? "PASS" : "FAIL"}  ${title}: ${promise}: ${details}`);
  }
  return failed;
}

/** A buffered reply may never arrive. */
function inTime(kept: ReturnType<(typeof promises)[number][1]>): typeof kept {
  const { promise, resolve } = Promise.withResolvers<Awaited<typeof kept>>();
  const impatience = setTimeout(resolve, TIMEOUT_MS, {
    passed: false,
    details: `no result for ${TIMEOUT_MS / 1000} seconds`,
  });
  const failed = (error: unknown) => ({ passed: false, details: String(error) });
  return Promise.race([promise, kept.catch(failed)]).finally(() => clearTimeout(impatience));
}

if (process.platform !== "linux") {
  // Elsewhere 127.0.0.1 is the only loopback address, and no other client address is possible.
  console.log("Not checked: this needs Linux.");
  process.exit();
}
ensureChromium();
let failed = 0;
for (const proxy of PROXIES) failed += await tryOut(proxy);
console.log(failed === 0 ? "\nAll promises kept" : `\n${failed} promises not kept`);
// Abandoned streams would keep the process alive.
process.exit(failed === 0 ? 0 : 1);
