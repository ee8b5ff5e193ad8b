/**
 * Builds the image and runs it with `compose.yaml`, under its own name and port, and prints PASS or FAIL for the admin
 * guide's promises. Takes some minutes for a first build. Needs Docker with Compose 2.24.
 */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { run } from "./debian-programs.ts";

const root = join(import.meta.dirname, "../..");
const SECONDS_TO_STOP = 10;
const TIMEOUT_MS = 60_000;
const JSON_BODY = { "content-type": "application/json" };
const ADA = JSON.stringify({ username: "ada", password: "secret-pass" });

const folder = mkdtempSync(join(tmpdir(), "stackloop-container-"));
const name = `stackloop-verify-${randomBytes(4).toString("hex")}`;
const changes = join(folder, "compose.yaml");
// Any free port, an image with its own name, and a build that reaches the registry like this machine.
writeFileSync(
  changes,
  `services:
  stackloop:
    image: ${name}
    build:
      network: host
    env_file: !reset []
    environment:
      PUBLIC_URL: ""
      TRUST_PROXY: ""
    ports: !override
      - "127.0.0.1::3000"
`,
);
const files = ["--file", join(root, "compose.yaml"), "--file", changes, "--project-name", name];
const compose = (...args: string[]) => run("docker", ["compose", ...files, ...args], root);
const containerId = () => compose("ps", "--all", "--quiet", "stackloop").trim();
const inspect = (format: string) => run("docker", ["inspect", "--format", format, containerId()]).trim();

let failed = 0;
function report(passed: boolean, promise: string, details: string): void {
  if (!passed) failed += 1;
  console.log(`${passed ? "PASS" : "FAIL"}  ${promise}: ${details}`);
}

/** Waits until Docker reports the container's health. */
async function healthOf(): Promise<string> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const health = inspect("{{.State.Health.Status}}");
    if (health !== "starting" || performance.now() > deadline) return health;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

async function signIn(path: string): Promise<number> {
  const origin = `http://${compose("port", "stackloop", "3000").trim()}`;
  const { status } = await fetch(`${origin}${path}`, { method: "POST", headers: JSON_BODY, body: ADA });
  return status;
}

/** The backup named in a line of `stackloop backup`. */
const fileIn = (line: string) => /^\S+\.db/u.exec(line)?.[0] ?? "";

async function tryOut(): Promise<void> {
  compose("up", "--build", "--detach", "stackloop");
  const size = Number(run("docker", ["image", "inspect", "--format", "{{.Size}}", name]));
  report(size < 200e6, "the image is small", `${(size / 1e6).toFixed(0)} MB`);
  const health = await healthOf();
  report(health === "healthy", "Docker finds it healthy", health);
  const account = inspect("{{.Config.User}}");
  report(account === "65532:65532", "it runs as an account without rights", account);
  report((await signIn("/api/register")) === 201, "somebody can sign up", "ada");
  const backup = compose("exec", "--no-TTY", "stackloop", "stackloop", "backup").trim();
  report(backup.endsWith("checked"), "commands run while it serves", backup);
  const written = run("docker", ["diff", containerId()]).trim();
  report(written === "", "it writes only to its volume", written || "nothing else has changed");
  const start = performance.now();
  compose("stop", "stackloop");
  const seconds = (performance.now() - start) / 1000;
  const exit = inspect("{{.State.ExitCode}}");
  report(
    exit === "0" && seconds < SECONDS_TO_STOP,
    "it stops in order when asked to",
    `code ${exit} after ${seconds.toFixed(1)} s`,
  );
  compose("run", "--rm", "--no-TTY", "stackloop", "restore", fileIn(backup));
  compose("up", "--detach", "--force-recreate", "stackloop");
  await healthOf();
  report(
    (await signIn("/api/login")) === 200,
    "a new container goes on with the restored data",
    "ada signs in",
  );
}

const isThere = (...args: string[]) => spawnSync("docker", args, { stdio: "ignore" }).status === 0;

try {
  if (isThere("info") && isThere("compose", "version")) {
    try {
      await tryOut();
    } finally {
      compose("down", "--volumes", "--rmi", "local", "--timeout", "0");
      // Compose does not treat a named image as local.
      spawnSync("docker", ["image", "rm", name]);
    }
  } else console.log("Not checked: start a Docker with Compose to see the image built and run.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (failed > 0) process.exitCode = 1;
