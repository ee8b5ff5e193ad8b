import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { programOfDebian, run } from "#tests/verify/debian-programs.ts";

/** The server's name in the examples. */
export const NAME = "stackloop.example.com";

const examples = join(import.meta.dirname, "../../../docs/deploy");
const PATIENCE_MS = 20_000;

/** A reverse proxy with TLS, in front of a server on this machine. */
export interface Front {
  httpPort: number;
  httpsPort: number;
  /** The certificate for clients to trust, since it is self-signed. */
  certificate: string;
  stop(): Promise<void>;
}

interface Setup {
  /** An existing folder, which is removed afterwards. */
  folder: string;
  /** The port of the server behind it. */
  port: number;
}

export interface Proxy {
  title: string;
  /**
   * Starts the proxy with the example of `docs/deploy`. Replaces only names, ports and paths. Undefined if the system
   * doesn't have the proxy.
   */
  start(setup: Setup): Promise<Front | undefined>;
}

export const PROXIES: readonly Proxy[] = [
  {
    title: "nginx",
    async start(setup) {
      const nginx = programOfDebian("nginx", "nginx", join(setup.folder, "nginx-package"));
      if (nginx === undefined) return undefined;
      const tls = makeCertificate(setup.folder);
      const [httpPort, httpsPort] = [await freePort(), await freePort()];
      const site = exchange(readFileSync(join(examples, "nginx.conf"), "utf8"), {
        "server 127.0.0.1:3000;": `server 127.0.0.1:${setup.port};`,
        "listen 80;": `listen 127.0.0.1:${httpPort};`,
        "listen [::]:80;": "",
        "listen 443 ssl http2;": `listen 127.0.0.1:${httpsPort} ssl http2;`,
        "listen [::]:443 ssl http2;": "",
        "/etc/letsencrypt/live/stackloop.example.com/fullchain.pem": tls.certificateFile,
        "/etc/letsencrypt/live/stackloop.example.com/privkey.pem": tls.keyFile,
      });
      const file = join(setup.folder, "nginx.conf");
      writeFileSync(join(setup.folder, "site.conf"), site);
      writeFileSync(file, surroundings(setup.folder));
      const command = [nginx, "-e", "stderr", "-p", setup.folder, "-c", file];
      run(command[0] ?? "", [...command.slice(1), "-q", "-t"]);
      const stop = await startProgram(command, {}, [httpPort, httpsPort]);
      return { httpPort, httpsPort, certificate: tls.certificate, stop };
    },
  },
  {
    title: "Caddy",
    async start(setup) {
      const caddy = programOfDebian("caddy", "caddy", join(setup.folder, "caddy-package"));
      if (caddy === undefined) return undefined;
      const tls = makeCertificate(setup.folder);
      const [httpPort, httpsPort] = [await freePort(), await freePort()];
      const site = exchange(readFileSync(join(examples, "Caddyfile"), "utf8"), {
        "\nstackloop.example.com {": `\nstackloop.example.com {\n\ttls ${tls.certificateFile} ${tls.keyFile}`,
        "127.0.0.1:3000": `127.0.0.1:${setup.port}`,
      });
      const file = join(setup.folder, "Caddyfile");
      const ports = `{\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n}\n`;
      writeFileSync(file, `${ports}${site}`);
      const args = ["--config", file, "--adapter", "caddyfile"];
      run(caddy, ["validate", ...args]);
      // Its state is removed with the folder.
      const homes = { HOME: setup.folder, XDG_CONFIG_HOME: setup.folder, XDG_DATA_HOME: setup.folder };
      const stop = await startProgram([caddy, "run", ...args], homes, [httpPort, httpsPort]);
      return { httpPort, httpsPort, certificate: tls.certificate, stop };
    },
  },
];

/** The part of Debian's own nginx.conf around the sites, in a separate folder. */
function surroundings(folder: string): string {
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => {
    mkdirSync(join(folder, name), { recursive: true });
    return `${name}_temp_path ${join(folder, name)};`;
  });
  // As root, it would change to an account that can't reach the folder.
  const account = process.getuid?.() === 0 ? "user root;" : "";
  return `${account}
daemon off;
pid ${join(folder, "nginx.pid")};
events {}
http {
  access_log off;
  ${folders.join("\n  ")}
  include ${join(folder, "site.conf")};
}
`;
}

/** Replaces required parts of the text, and fails if the example has changed. */
function exchange(text: string, exchanges: Readonly<Record<string, string>>): string {
  let result = text;
  for (const [from, to] of Object.entries(exchanges)) {
    if (!result.includes(from)) throw new Error(`the example has no "${from}" any more`);
    result = result.replaceAll(from, to);
  }
  return result;
}

function makeCertificate(folder: string) {
  const [keyFile, certificateFile] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"];
  const names = ["-subj", `/CN=${NAME}`, "-addext", `subjectAltName=DNS:${NAME}`];
  run("openssl", ["req", ...kind, ...names, "-keyout", keyFile, "-out", certificateFile]);
  return { keyFile, certificateFile, certificate: readFileSync(certificateFile, "utf8") };
}

async function freePort(): Promise<number> {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  other.close();
  await once(other, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Starts a program and waits until it listens. Returns a function that stops it. */
async function startProgram(
  [command = "", ...args]: string[],
  environment: Record<string, string>,
  ports: readonly number[],
): Promise<() => Promise<void>> {
  let said = "";
  const child = spawn(command, args, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.stderr.on("data", (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2000)));
  const endWithThis = () => child.kill("SIGTERM");
  process.once("exit", endWithThis);
  const deadline = performance.now() + PATIENCE_MS;
  for (const port of ports) {
    while (!(await canConnect(port))) {
      if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${command}: ${said}`);
      await wait(50);
    }
  }
  return async () => {
    process.off("exit", endWithThis);
    await end(child);
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}

function canConnect(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ port, host: "127.0.0.1" });
  socket.once("connect", () => resolve(true));
  socket.once("error", () => resolve(false));
  return promise.finally(() => socket.destroy());
}
