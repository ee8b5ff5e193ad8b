import { execFile, fork, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { promisify } from "node:util";

import {
  type APIRequestContext,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  test as base,
} from "@playwright/test";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";

import { createTemporaryFolder, writeEmptyDatabase } from "#tests/support/empty-database.ts";
import { executableFile } from "#tests/support/executable-file.ts";

import { inDatabase } from "./in-database.ts";
import type { HostReply, HostRequest } from "./product-host.ts";

/** The product with the built pages, on its own database. */
export interface Product {
  origin: string;
  /** Valid for the first admin, once. */
  setupToken: string;
  databaseFile: string;
  /** The server's log so far. */
  log(): string;
  /** Shuts the server down cleanly, as before an update. */
  end(): Promise<void>;
  /** Starts it again on the same port. */
  startAgain(): Promise<void>;
  /** Runs a command on its database, and returns its output. */
  command(...args: string[]): Promise<string>;
}

/** A product, and the function that removes it and its files. */
type Started = Product & { remove(): Promise<void> };

/** A signed-in person: a browser context with their cookie. */
export interface Person {
  context: BrowserContext;
  page: Page;
  /** Calls in their session. */
  request: APIRequestContext;
}

export const PASSWORD = "secret-pass";

const PROGRAM = executableFile?.command ?? [process.execPath, "dist/server/stackloop.cjs"];
const run = promisify(execFile);

/** A new database in its own folder, and the settings of a test with these variables. */
async function prepare(environment: Record<string, string>) {
  const folder = createTemporaryFolder();
  const databaseFile = join(folder, "stackloop.db");
  await writeEmptyDatabase(databaseFile);
  forgetBundledFeeds(databaseFile);
  const settings: Record<string, string> = {
    NODE_ENV: "production",
    DATABASE_URL: `file:${databaseFile}`,
    PORT: "0",
    BACKUP_DIR: join(folder, "backups"),
    LOG_LEVEL: "warn",
    RATE_LIMITS: "off",
    NIGHTLY_CRON: "",
    NEWS_CRON: "",
    BACKUP_CRON: "",
    HN_ALGOLIA_URL: "",
    ...environment,
  };
  const { NODE_ENV, DATABASE_URL } = settings;
  const surroundings = executableFile?.environment ?? process.env;
  return {
    databaseFile,
    settings,
    surroundings,
    async command(...args: string[]) {
      const [command = "", ...rest] = PROGRAM;
      const { stdout } = await run(command, [...rest, ...args], {
        cwd: executableFile?.folder,
        env: { ...surroundings, NODE_ENV, DATABASE_URL },
      });
      return stdout;
    },
    removeFiles: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const QUICK_HASHING = join(import.meta.dirname, "../support/quick-hashing.ts");

/** A process that runs one product after the other: loading the program takes most of the start time. */
class ProductHost {
  readonly #process = fork(join(import.meta.dirname, "product-host.ts"), {
    silent: true,
    execArgv: [...process.execArgv, `--import=${QUICK_HASHING}`],
  });
  readonly #lines: string[] = [];

  constructor() {
    for (const stream of [this.#process.stdout, this.#process.stderr])
      eachLine(stream, (line) => this.#lines.push(line));
  }

  async startProduct(environment: Record<string, string>): Promise<Started> {
    const { databaseFile, settings, command, removeFiles } = await prepare(environment);
    this.#lines.length = 0;
    const { origin, setupToken } = await this.#start(settings);
    return {
      origin,
      setupToken,
      databaseFile,
      command,
      log: () => this.#lines.join("\n"),
      end: () => this.#stop(),
      startAgain: async () => void (await this.#start({ ...settings, PORT: new URL(origin).port })),
      remove: async () => {
        await this.#stop();
        removeFiles();
      },
    };
  }

  end(): void {
    this.#process.kill("SIGKILL");
  }

  async #start(settings: Record<string, string>) {
    const { started } = await this.#request({ settings });
    if (!started) throw new Error("the product did not start");
    return started;
  }

  async #stop(): Promise<void> {
    await this.#request("stop");
  }

  async #request(request: HostRequest): Promise<HostReply> {
    const { promise, resolve, reject } = Promise.withResolvers<HostReply>();
    const fail = () => reject(new Error(`the host of the products ended:\n${this.#lines.join("\n")}`));
    this.#process.once("message", resolve).once("exit", fail);
    this.#process.send(request);
    const reply = await promise;
    this.#process.off("exit", fail);
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply;
  }
}

/** The built product in its own process, like `npm start`, or its executable file if one is named. */
async function startProcess(environment: Record<string, string>): Promise<Started> {
  const { databaseFile, settings, surroundings, command, removeFiles } = await prepare(environment);
  const lines: string[] = [];
  const launch = (port = settings["PORT"]) =>
    launchServer(lines, { ...surroundings, ...settings, PORT: port });
  let server = launch();
  // A demo has its administrator already.
  const pattern =
    settings["DEMO"] === "on" ? /serving on (\S+)/u : /(http:\/\/localhost:\d+)\/\?setup=(\S+)/u;
  const [, origin = "", setupToken = ""] = await server.printed(pattern);
  return {
    origin,
    setupToken,
    databaseFile,
    command,
    log: () => lines.join("\n"),
    end: () => server.end("SIGTERM"),
    async startAgain() {
      server = launch(new URL(origin).port);
      await server.printed(/is serving on/u);
    },
    async remove() {
      // The product isn't used again, so it need not shut down cleanly.
      await server.end("SIGKILL");
      removeFiles();
    },
  };
}

const eachLine = (stream: Readable | null, handle: (line: string) => void) =>
  stream && createInterface({ input: stream }).on("line", handle);

/** A server process whose output is added to the lines. */
function launchServer(lines: string[], env: NodeJS.ProcessEnv) {
  const [command = "", ...args] = PROGRAM;
  const server = spawn(command, [...args, "serve"], {
    cwd: executableFile?.folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = new EventEmitter();
  for (const stream of [server.stdout, server.stderr]) {
    eachLine(stream, (line) => {
      lines.push(line);
      printed.emit("line", line);
    });
  }
  const ended = once(server, "exit").then(() => printed.emit("end"));
  return {
    /** The next line that matches. */
    printed: (pattern: RegExp): Promise<RegExpExecArray> =>
      new Promise((resolve, reject) => {
        printed.on("line", (line) => {
          const match = pattern.exec(line);
          if (match) resolve(match);
        });
        printed.once("end", () => reject(new Error(`the server ended:\n${lines.join("\n")}`)));
      }),
    async end(signal: NodeJS.Signals) {
      server.kill(signal);
      await ended;
    },
  };
}

/** The bundled feeds are on the internet, which tests don't use. */
function forgetBundledFeeds(databaseFile: string): void {
  inDatabase(databaseFile, (database) =>
    database.prepare("insert into settings (key, value) values ('hasFirstFeeds', 'yes')").run(),
  );
}

interface Fixtures {
  /** A product for this test only; `environment` sets its variables. */
  product: Product;
  environment: Record<string, string>;
  /** True for tests that need their own process, which runs the built program. */
  hasOwnProcess: boolean;
  /** Signs a person up in their own browser context; `isAdmin` uses the one-time link. */
  signUp(username: string, options?: { isAdmin?: boolean; firstName?: string }): Promise<Person>;
  /** An ordinary user, signed in. */
  ada: Person;
  /** A browser without a session. */
  visitor: Page;
  /** Console errors and policy violations of every page; a test that expects one empties the list. */
  complaints: string[];
}

/** A new tool's site is on the internet too: its failed fetch is logged, as expected. */
const UNREACHED = "Couldn't fetch news for a new tool";

export const test = base.extend<Fixtures, { host: ProductHost }>({
  environment: [{}, { option: true }],
  hasOwnProcess: [executableFile !== null, { option: true }],
  host: [
    async ({}, use) => {
      const host = new ProductHost();
      await use(host);
      host.end();
    },
    { scope: "worker" },
  ],
  product: async ({ environment, hasOwnProcess, host }, use) => {
    const product = await (hasOwnProcess ? startProcess(environment) : host.startProduct(environment));
    await use(product);
    await product.remove();
  },
  // Every test fails on browser errors: scripts that throw, policies that refuse, missing files.
  complaints: [
    async ({}, use) => {
      const complaints: string[] = [];
      await use(complaints);
      expect(complaints.filter((complaint) => !complaint.startsWith(UNREACHED))).toEqual([]);
    },
    { auto: true },
  ],
  signUp: async ({ browser, product, complaints }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (username, { isAdmin = false, firstName } = {}) => {
      const context = await browser.newContext({
        baseURL: product.origin,
        permissions: ["clipboard-write"],
      });
      contexts.push(context);
      const reply = await context.request.post("/api/register", {
        data: { username, password: PASSWORD, firstName, ...(isAdmin && { setup: product.setupToken }) },
      });
      expect(reply.status(), await reply.text()).toBe(201);
      const page = await context.newPage();
      await listen(page, complaints);
      return { context, page, request: context.request };
    });
    for (const context of contexts) await context.close();
  },
  visitor: async ({ browser, product, complaints }, use) => {
    const context = await browser.newContext({ baseURL: product.origin });
    const page = await context.newPage();
    await listen(page, complaints);
    await use(page);
    await context.close();
  },
  ada: async ({ signUp }, use) => {
    await use(await signUp("ada", { firstName: "Ada" }));
  },
});

/** Records a page's errors. Failed replies are up to each test and are not recorded. */
async function listen(page: Page, complaints: string[]): Promise<void> {
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !text.startsWith("Failed to load resource")) complaints.push(text);
  });
  // If the page catches the error of a refused script, the console has no message.
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
      // oxlint-disable-next-line no-console -- the listener for the console takes it from there
      console.error(`The policy ${violatedDirective} refused ${blockedURI} in ${sourceFile}`);
    });
  });
  await page.addInitScript(reportLostFocus);
}

/** Runs in the page: reports when an action removes or disables the focused element and nothing else gets the focus. */
function reportLostFocus(): void {
  const SETTLING_MS = 400;
  let last: Element | null = null;
  // A page that is still loading may have nothing to focus.
  const canFocus = () => document.querySelector("#content, a[href], button:enabled, input:enabled") !== null;
  const isLost = () =>
    document.activeElement === document.body &&
    last !== null &&
    (!last.isConnected || last.matches(":disabled")) &&
    canFocus();
  const check = () => {
    const lost = last;
    if (!isLost()) return;
    // The focus may arrive later: a dialog restores it once its transition ends.
    setTimeout(() => {
      if (last === lost && isLost())
        // oxlint-disable-next-line no-console -- the listener for the console takes it from there
        console.error(`The focus was lost with ${lost?.outerHTML.slice(0, 200)}`);
    }, SETTLING_MS);
  };
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element) last = target;
  });
  for (const action of ["keyup", "click"])
    document.addEventListener(action, () => setTimeout(check, SETTLING_MS), true);
}

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** The minified file, since every page reads it again. */
const AXE_SOURCE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

const IN_DARK: RunOptions = { runOnly: { type: "rule", values: ["color-contrast"] } };
const IN_LIGHT: RunOptions = {
  runOnly: {
    type: "tag",
    values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  },
};

/** Fails with axe's findings on the current page. The themes differ only in their colours. */
export async function expectAccessible(page: Page): Promise<void> {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(AXE_SOURCE);
  await page.emulateMedia({ colorScheme: "light" });
  await expectAtRest(page);
  const found = await page.evaluate(
    async ([inDark, inLight]) => {
      const { dataset } = document.documentElement;
      const chosen = dataset["theme"];
      const findings = [];
      for (const [theme, options] of [
        ["dark", inDark],
        ["light", inLight],
      ] as const) {
        dataset["theme"] = theme;
        // Colours are measured at rest.
        for (const animation of document.getAnimations())
          if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
        // Only rules about sound and rotation read preloaded files.
        const results = await window.axe?.run({ ...options, preload: false, resultTypes: ["violations"] });
        for (const { id, nodes } of results?.violations ?? [])
          findings.push([theme, id, nodes.map(({ html }) => html)]);
      }
      if (chosen === undefined) delete dataset["theme"];
      else dataset["theme"] = chosen;
      return findings;
    },
    [IN_DARK, IN_LIGHT] as const,
  );
  expect(found).toEqual([]);
}

/** Waits for the light theme and for animations to end: colours and positions are measured at rest. */
async function expectAtRest(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const expected = localStorage.getItem("stackloop-theme") === "dark" ? "dark" : "light";
    return (
      document.documentElement.dataset["theme"] === expected &&
      document.getAnimations().every(({ effect }) => effect?.getComputedTiming().endTime === Infinity)
    );
  });
}

/** Fails if the page scrolls sideways, once it has settled in a window of another size. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(tooWide).toBeLessThanOrEqual(0);
}

/** The toast with this title, at any position. */
export const toast = (page: Page, title: string) =>
  page
    .getByRole("region", { name: /notifications/iu })
    .getByText(title, { exact: true })
    .first();

/** Selects an entry of the menu with rarely used actions, of a page or in a dialog. */
export async function chooseMore(area: Page | Locator, entry: string): Promise<void> {
  await area.getByRole("button", { name: "More", exact: true }).click();
  const page = "page" in area ? area.page() : area;
  await page.getByRole("menuitem", { name: entry }).click();
}

/** A phone's window. */
export const PHONE = { width: 390, height: 844 };

export { expect };

/** The copied text, pasted into a separate page, since the product's pages can't read the clipboard. */
export async function readClipboard(page: Page): Promise<string> {
  const blank = await page.context().newPage();
  await blank.setContent("<textarea></textarea>");
  const field = blank.getByRole("textbox");
  await field.press("ControlOrMeta+V");
  const text = await field.inputValue();
  await blank.close();
  return text;
}
