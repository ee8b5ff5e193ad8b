import { z } from "zod";

import { signupModeSchema } from "#shared/users.ts";

const httpAddress = z.url({ protocol: /^https?$/, error: "must be an http or https address" });
const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: "must be a whole number" })
    .int("must be a whole number")
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

/** Express's `trust proxy` value: how many proxies to trust, or their addresses. */
const trustProxy = z
  .string()
  .transform((value) => (/^\d+$/u.test(value) ? Number(value) : value))
  .refine(
    (value) => value !== "true",
    "must be a number of proxies or their addresses, since 'true' trusts everybody",
  );

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

const schema = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: wholeNumber(0, 65_535).default(3000),
  PUBLIC_URL: httpAddress.optional(),
  TRUST_PROXY: trustProxy.optional(),
  DATABASE_URL: z
    .string()
    .refine((url) => /^file:./u.test(url), 'must start with "file:", since SQLite is the one database so far')
    .default("file:./data/stackloop.db"),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(", ")}`).default("info"),
  SIGNUP: z
    .enum(signupModeSchema.options, `must be one of ${signupModeSchema.options.join(", ")}`)
    .default("open"),
  BACKUP_DIR: z.string().default("./data/backups"),
  RATE_LIMITS: z.enum(["on", "off"], "must be on or off").default("on"),
});

/** What a good value looks like, for the message that a bad one gets. */
const EXAMPLES: Record<string, string> = {
  PORT: "3000",
  PUBLIC_URL: "https://stackloop.example.com",
  TRUST_PROXY: "1",
  DATABASE_URL: "file:./data/stackloop.db",
  LOG_LEVEL: "info",
  SIGNUP: "invite",
  RATE_LIMITS: "on",
};

export interface Config {
  host: string;
  port: number;
  /** The origin that people use, without a slash at its end; null means http://localhost and the port in use. */
  publicUrl: string | null;
  trustProxy: string | number | undefined;
  databaseUrl: string;
  logLevel: (typeof logLevels)[number];
  signup: z.infer<typeof signupModeSchema>;
  backupDir: string;
  hasRateLimits: boolean;
  isProduction: boolean;
}

/** A configuration that cannot be used, one line per fault. */
export class ConfigFault extends Error {
  override readonly name = "ConfigFault";
}

/** Reads the configuration; an empty value counts as absent. Throws a ConfigFault that names each bad variable. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const result = schema.safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      return `${name} ${message} (it is "${given[name]}"); for example ${name}=${EXAMPLES[name] ?? ""}`;
    });
    throw new ConfigFault(lines.join("\n"));
  }
  const { data } = result;
  return {
    host: data.HOST,
    port: data.PORT,
    publicUrl: data.PUBLIC_URL === undefined ? null : new URL(data.PUBLIC_URL).origin,
    trustProxy: data.TRUST_PROXY,
    databaseUrl: data.DATABASE_URL,
    logLevel: data.LOG_LEVEL,
    signup: data.SIGNUP,
    backupDir: data.BACKUP_DIR,
    hasRateLimits: data.RATE_LIMITS === "on",
    isProduction: given["NODE_ENV"] !== "development",
  };
}

/** Variables that look like ours and are not: a typing error that would otherwise pass in silence. */
export const unknownVariables = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(environment).filter((name) => name.startsWith("STACKLOOP_"));
