import { Cron } from "croner";
import express from "express";
import { z } from "zod";

import { DEFAULT_PROMPT_LENGTH, MAX_PROMPT_LENGTH } from "#shared/prompts.ts";
import { signupModeSchema } from "#shared/users.ts";

const httpAddress = z.url({ protocol: /^https?$/, error: "must be an http or https URL" });
const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: "must be a whole number" })
    .int("must be a whole number")
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

/** Express's `trust proxy` value: how many proxies to trust, or their addresses. A plain "true" would trust everybody. */
const trustProxy = z
  .string()
  .transform((value) => (/^\d+$/u.test(value) ? Number(value) : value))
  .refine((value) => {
    try {
      express().set("trust proxy", value);
      return true;
    } catch {
      return false;
    }
  }, "must be the number of proxies, or a comma-separated list of their addresses");

const cronPattern = z.string().refine((pattern) => {
  try {
    return new Cron(pattern, { paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}, "must be a cron pattern of five or six fields");

const timezone = z.string().refine((name) => {
  try {
    return Intl.DateTimeFormat("en-US", { timeZone: name }).format() !== "";
  } catch {
    return false;
  }
}, "must be an IANA time zone");

const hostList = z
  .string()
  .transform((text) => text.split(",").map((entry) => entry.trim().toLowerCase()))
  .refine(
    (entries) => entries.every((entry) => /^\S+:\d+$/u.test(entry)),
    "must be a comma-separated list of host:port",
  );

/** A key travels in a header, which holds no spaces and no other than plain letters. */
const key = z.string().regex(/^[\u0021-\u007e]+$/u, "must not contain spaces");
const SECRETS = new Set(["PERPLEXITY_API_KEY", "AI_API_KEY"]);

const aiProviders = ["auto", "perplexity", "openai-compatible", "none"] as const;
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** A variable that is switched off by leaving it empty, unlike the others, whose empty value means the default. */
const emptyOr = <Rule extends z.ZodType<string>>(rule: Rule) => z.union([z.literal(""), rule]);
const EMPTY_MEANS_OFF = new Set(["HN_ALGOLIA_URL", "NIGHTLY_CRON", "NEWS_CRON", "BACKUP_CRON"]);

const schema = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: wholeNumber(0, 65_535).default(3000),
  PUBLIC_URL: httpAddress.optional(),
  TRUST_PROXY: trustProxy.optional(),
  DATABASE_URL: z
    .string()
    .refine(
      (url) => /^file:./u.test(url),
      'must start with "file:", as SQLite is the only supported database',
    )
    .default("file:./data/stackloop.db"),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(", ")}`).default("info"),
  SIGNUP: z
    .enum(signupModeSchema.options, `must be one of ${signupModeSchema.options.join(", ")}`)
    .default("open"),
  AI_PROVIDER: z.enum(aiProviders, `must be one of ${aiProviders.join(", ")}`).default("auto"),
  PERPLEXITY_API_KEY: key.optional(),
  PERPLEXITY_BASE_URL: httpAddress.default("https://api.perplexity.ai"),
  AI_BASE_URL: httpAddress.optional(),
  AI_API_KEY: key.optional(),
  AI_MODEL: z.string().optional(),
  AI_DAILY_LIMIT: wholeNumber(0, 1_000_000).default(1000),
  AI_DAILY_LIMIT_PER_USER: wholeNumber(0, 1_000_000).default(200),
  ARXIV_API_URL: httpAddress.default("https://export.arxiv.org/api/query"),
  ARXIV_CATEGORY: z
    .string()
    .regex(/^[a-z-]+(?:\.[A-Za-z-]+)?$/u, "must be an arXiv category")
    .default("cs.AI"),
  GOOGLE_NEWS_URL: httpAddress.optional(),
  HN_ALGOLIA_URL: emptyOr(httpAddress).default("https://hn.algolia.com/api/v1"),
  GITHUB_URL: httpAddress.default("https://github.com"),
  OPENLIBRARY_URL: httpAddress.default("https://openlibrary.org"),
  OUTBOUND_ALLOW: hostList.optional(),
  NIGHTLY_CRON: emptyOr(cronPattern).default("0 2 * * *"),
  NEWS_CRON: emptyOr(cronPattern).default("30 */6 * * *"),
  BACKUP_CRON: emptyOr(cronPattern).default("0 3 * * *"),
  SCHEDULE_TIMEZONE: timezone.optional(),
  BACKUP_DIR: z.string().default("./data/backups"),
  BACKUP_KEEP: wholeNumber(1, 1000).default(7),
  PROMPT_MAX_LENGTH: wholeNumber(DEFAULT_PROMPT_LENGTH, MAX_PROMPT_LENGTH).default(DEFAULT_PROMPT_LENGTH),
  PICTURE_CACHE_MB: wholeNumber(10, 100_000).default(100),
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
  AI_PROVIDER: "perplexity",
  PERPLEXITY_BASE_URL: "https://api.perplexity.ai",
  PERPLEXITY_API_KEY: "pplx-…",
  AI_BASE_URL: "http://localhost:11434/v1",
  AI_API_KEY: "sk-…",
  AI_MODEL: "llama3.3",
  AI_DAILY_LIMIT: "1000",
  AI_DAILY_LIMIT_PER_USER: "200",
  ARXIV_API_URL: "https://export.arxiv.org/api/query",
  ARXIV_CATEGORY: "cs.AI",
  GOOGLE_NEWS_URL: "https://news.google.com/rss/search",
  HN_ALGOLIA_URL: "https://hn.algolia.com/api/v1",
  GITHUB_URL: "https://github.com",
  OPENLIBRARY_URL: "https://openlibrary.org",
  OUTBOUND_ALLOW: "localhost:11434",
  NIGHTLY_CRON: "0 2 * * *",
  NEWS_CRON: "30 */6 * * *",
  BACKUP_CRON: "0 3 * * *",
  SCHEDULE_TIMEZONE: "Europe/Berlin",
  BACKUP_KEEP: "7",
  PROMPT_MAX_LENGTH: "20000",
  PICTURE_CACHE_MB: "100",
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
  aiProvider: (typeof aiProviders)[number];
  perplexityApiKey: string | null;
  perplexityBaseUrl: string;
  aiBaseUrl: string | null;
  aiApiKey: string | null;
  aiModel: string | null;
  aiDailyLimit: number;
  aiDailyLimitPerUser: number;
  arxivApiUrl: string;
  arxivCategory: string;
  googleNewsUrl: string | null;
  hnAlgoliaUrl: string | null;
  githubUrl: string;
  openLibraryUrl: string;
  /** `host:port` that outgoing requests may reach although they are private. */
  outboundAllow: string[];
  /** Croner patterns; null is never. */
  nightlyCron: string | null;
  newsCron: string | null;
  backupCron: string | null;
  /** An IANA name; null means the system's time zone. */
  scheduleTimezone: string | null;
  backupDir: string;
  backupKeep: number;
  /** The most characters that the text of a prompt may have. */
  promptMaxLength: number;
  /** The room for pictures of other sites. */
  pictureCacheBytes: number;
  hasRateLimits: boolean;
  isProduction: boolean;
}

/** A configuration that cannot be used, one line per fault. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** A provider that lacks one of its variables would otherwise be left out in silence. */
function requireCompanions(data: z.output<typeof schema>, context: z.RefinementCtx): void {
  const require = (name: keyof typeof data, isNeeded: boolean, why: string) => {
    if (isNeeded && data[name] === undefined) {
      context.addIssue({ code: "custom", path: [name], message: `is required ${why}` });
    }
  };
  require("PERPLEXITY_API_KEY", data.AI_PROVIDER === "perplexity", "with AI_PROVIDER=perplexity");
  const isCompatible = data.AI_PROVIDER === "openai-compatible";
  require("AI_BASE_URL", isCompatible, "with AI_PROVIDER=openai-compatible");
  require("AI_MODEL", isCompatible || data.AI_BASE_URL !== undefined, "with AI_BASE_URL");
}

/** Reads the configuration; an empty value counts as absent where it does not switch something off. Throws a ConfigError that names each bad variable. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => value !== undefined && (value !== "" || EMPTY_MEANS_OFF.has(name)),
    ),
  );
  const result = schema.superRefine(requireCompanions).safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      const value = given[name] === undefined || SECRETS.has(name) ? "" : ` (it is "${given[name]}")`;
      return `${name} ${message}${value}; for example ${name}=${EXAMPLES[name] ?? ""}`;
    });
    throw new ConfigError(lines.join("\n"));
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
    aiProvider: data.AI_PROVIDER,
    perplexityApiKey: data.PERPLEXITY_API_KEY ?? null,
    perplexityBaseUrl: data.PERPLEXITY_BASE_URL,
    aiBaseUrl: data.AI_BASE_URL ?? null,
    aiApiKey: data.AI_API_KEY ?? null,
    aiModel: data.AI_MODEL ?? null,
    aiDailyLimit: data.AI_DAILY_LIMIT,
    aiDailyLimitPerUser: data.AI_DAILY_LIMIT_PER_USER,
    arxivApiUrl: data.ARXIV_API_URL,
    arxivCategory: data.ARXIV_CATEGORY,
    googleNewsUrl: data.GOOGLE_NEWS_URL ?? null,
    hnAlgoliaUrl: data.HN_ALGOLIA_URL || null,
    githubUrl: data.GITHUB_URL,
    openLibraryUrl: data.OPENLIBRARY_URL,
    outboundAllow: data.OUTBOUND_ALLOW ?? [],
    nightlyCron: data.NIGHTLY_CRON || null,
    newsCron: data.NEWS_CRON || null,
    backupCron: data.BACKUP_CRON || null,
    scheduleTimezone: data.SCHEDULE_TIMEZONE ?? null,
    backupDir: data.BACKUP_DIR,
    backupKeep: data.BACKUP_KEEP,
    promptMaxLength: data.PROMPT_MAX_LENGTH,
    pictureCacheBytes: data.PICTURE_CACHE_MB * 1_000_000,
    hasRateLimits: data.RATE_LIMITS === "on",
    isProduction: given["NODE_ENV"] !== "development",
  };
}

/** Variables that look like ours and are not: a typing error that would otherwise pass in silence. */
export const unknownVariables = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(environment).filter((name) => name.startsWith("STACKLOOP_"));
