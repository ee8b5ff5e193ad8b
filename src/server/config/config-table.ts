import { Cron } from "croner";
import express from "express";
import { z } from "zod";

import { DATABASE_URL } from "#db/database-url.ts";
import { signupModeSchema } from "#shared/accounts/users.ts";
import { readWholeNumber } from "#shared/kernel/text.ts";
import { readMailbox } from "#shared/mail/personal-mail.ts";
import { DEFAULT_PROMPT_LENGTH, MAX_PROMPT_LENGTH } from "#shared/prompts/prompt-rules.ts";

import { ARXIV_CATEGORIES } from "./arxiv-categories.ts";

/** Environment variable with its rule and documentation. */
export interface Variable<Value> {
  name: string;
  /** Validates the text and converts it to the value. */
  rule: z.ZodType<Value>;
  /** Text used if it isn't set. */
  default: string;
  /** True if an empty text means null. Otherwise it means the default. */
  isNullable: boolean;
  /** One sentence for operators. */
  about: string;
  /** Valid example value, for the error message. */
  example: string;
  /** True if error messages must not contain the value. */
  isSecret?: true;
}

const setting = <Value>(
  name: string,
  rule: z.ZodType<Value>,
  fallback: string,
  about: string,
  example = fallback,
): Variable<Value> => ({ name, rule, default: fallback, isNullable: false, about, example });

/** Defines an optional variable. */
const optional = <Value>(
  name: string,
  rule: z.ZodType<Value>,
  example: string,
  about: string,
): Variable<Value | null> => ({ name, rule, default: "", isNullable: true, about, example });

/** Defines a variable that an empty text disables. */
const optionalWithDefault = <Value>(
  name: string,
  rule: z.ZodType<Value>,
  fallback: string,
  about: string,
): Variable<Value | null> => ({ ...optional(name, rule, fallback, about), default: fallback });

const oneOf = <const Options extends readonly string[]>(options: Options) =>
  z.enum(options, `must be one of ${options.join(", ")}`);

const wholeNumber = (min: number, max: number) =>
  z.preprocess(
    readWholeNumber,
    z.int("must be a whole number").min(min, `must be at least ${min}`).max(max, `must be at most ${max}`),
  );

const hasCredentials = (url: string) => URL.canParse(url) && /^[^/?#]*\/\/[^/?#]*@/u.test(url);

function hasOnlyOrigin(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { pathname, search, hash } = new URL(url);
  return pathname === "/" && search === "" && hash === "";
}

/** True for a name or IP address that requests can have as their host, unlike a pattern or list. */
const hasOneHost = (url: string): boolean =>
  !URL.canParse(url) || /^(?:[\w.-]+|\[[\da-f:.]+\])$/u.test(new URL(url).hostname);

function hasOnlyHost(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { pathname, search, hash } = new URL(url);
  return (pathname === "" || pathname === "/") && search === "" && hash === "";
}

function canDecodeCredentials(url: string): boolean {
  if (!URL.canParse(url)) return true;
  try {
    const { username, password } = new URL(url);
    return decodeURIComponent(username + password).isWellFormed();
  } catch {
    return false;
  }
}

/** Returns a rule for text that `read` accepts. It rejects by throwing or returning false. */
const ruleFor = (read: (text: string) => boolean, message: string) =>
  z.string().refine((text) => {
    try {
      return read(text);
    } catch {
      return false;
    }
  }, message);

const text = z.string();
const address = z.url({ protocol: /^https?$/, error: "must be an http or https URL" });
/** URL with nothing after its port. */
const origin = address
  .refine((url) => !hasCredentials(url), "must not contain a username or a password")
  .refine(
    (url) => hasOnlyOrigin(url),
    "must end after the host and port, because StackLoop can't be served under a path",
  )
  .refine(hasOneHost, "must name one host, without * or commas")
  .transform((url) => new URL(url).origin);
/** In `.env`, no shell replaces ~ and variables, so they would become names of folders. */
const folder = text.regex(/^(?!~)[^$]+$/u, "must be a path without ~ and $, such as /var/backups/stackloop");
const databaseUrl = text.regex(DATABASE_URL.pattern, DATABASE_URL.message);
const arxivCategory = text.refine(
  (name) => ARXIV_CATEGORIES.has(name),
  `must be an arXiv category: ${[...ARXIV_CATEGORIES].join(", ")}`,
);
const arxivCategories = text
  .transform((list) => [...new Set(list.split(",").map((name) => name.trim()))])
  .pipe(z.array(arxivCategory).max(20, "must be at most 20 categories"));
/** Key for an HTTP header, which allows no spaces and only ASCII characters. */
const key = text.regex(/^[\u0021-\u007e]+$/u, "must not contain spaces");
const megabytes = wholeNumber(10, 100_000).transform((count) => count * 1_000_000);
const onOff = z.enum(["on", "off"], "must be on or off").transform((word) => word === "on");
const timezone = ruleFor(
  (name) => Intl.DateTimeFormat("en-US", { timeZone: name }).format() !== "",
  "must be an IANA time zone",
);
const cronPattern = ruleFor(
  (pattern) => new Cron(pattern, { paused: true }).nextRun() !== null,
  "must be a cron pattern of five or six fields",
);
const hostList = text
  .transform((list) => (list === "" ? [] : list.split(",").map((entry) => entry.trim().toLowerCase())))
  .refine(
    (list) => list.every((entry) => /^\S+:\d+$/u.test(entry)),
    "must be a comma-separated list of host:port",
  );

/** Address of a mail server, with nothing after the port. */
const smtpUrl = text
  .refine(
    (url) => URL.canParse(url) && /^smtps?:$/u.test(new URL(url).protocol) && new URL(url).hostname !== "",
    "must be an smtp or smtps URL",
  )
  .refine((url) => hasOnlyHost(url), "must end after the host and port")
  .refine((url) => canDecodeCredentials(url), "must encode the characters @ : / ? # % in user and password");
const mailbox = text.refine(
  (written) => readMailbox(written) !== null,
  "must be one email address, with or without a name before it",
);

const proxyCount = (proxies: string) => (/^\d+$/u.test(proxies) ? Number(proxies) : proxies);
/**
 * Express's `trust proxy` value: the number of trusted proxies, or their addresses. A plain "true" would trust
 * everyone.
 */
const trustProxy = ruleFor(
  (proxies) => Boolean(express().set("trust proxy", proxyCount(proxies))),
  "must be the number of proxies, or a comma-separated list of their addresses",
).transform(proxyCount);

/**
 * All environment variables, under their names in the program. `npm run docs` generates `.env.example` and the tables
 * of the README and the admin guide from it.
 */
export const VARIABLES = {
  host: setting(
    "HOST",
    text,
    "127.0.0.1",
    "The address to listen on; 0.0.0.0 accepts connections from other machines.",
  ),
  port: setting(
    "PORT",
    wholeNumber(0, 65_535),
    "3000",
    "The port to listen on; 0 picks a free one and prints it.",
  ),
  publicUrl: optional(
    "PUBLIC_URL",
    origin,
    "https://stackloop.example.com",
    "The address people use, such as https://stackloop.example.com, without a path; requests for any other host get 421, and with https, cookies are Secure; empty means http://localhost and the port.",
  ),
  trustProxy: optional(
    "TRUST_PROXY",
    trustProxy,
    "1",
    "The number of reverse proxies in front, or their addresses; empty if people reach StackLoop directly.",
  ),
  databaseUrl: setting("DATABASE_URL", databaseUrl, "file:./data/stackloop.db", DATABASE_URL.about),
  isDemo: setting(
    "DEMO",
    onOff,
    "off",
    "Serves a public demo: everyone signs in with one click, the content is reset at each start and every night, and nothing is fetched or uploaded; needs its own database file.",
    "on",
  ),
  logLevel: setting(
    "LOG_LEVEL",
    oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"]),
    "info",
    "How much to log: fatal, error, warn, info, debug, trace or silent.",
  ),
  signup: setting(
    "SIGNUP",
    oneOf(signupModeSchema.options),
    "open",
    "Who can sign up: open (everyone), invite (with a link from an administrator) or closed (nobody).",
    "invite",
  ),
  oidcIssuer: optional(
    "OIDC_ISSUER",
    address,
    "https://login.example.com/realms/team",
    "The issuer of an OpenID Connect provider for single sign-on; a private one must also be listed in OUTBOUND_ALLOW.",
  ),
  oidcClientId: optional("OIDC_CLIENT_ID", text, "stackloop", "The client id of StackLoop at that provider."),
  oidcClientSecret: {
    ...optional("OIDC_CLIENT_SECRET", text, "s3cr3t…", "The client secret of StackLoop at that provider."),
    isSecret: true,
  },
  oidcName: setting(
    "OIDC_NAME",
    text.max(40, "must have at most 40 characters"),
    "single sign-on",
    "The provider's name on the sign-in button.",
    "Keycloak",
  ),
  oidcScopes: setting(
    "OIDC_SCOPES",
    text.regex(/(?:^| )openid(?: |$)/u, "must contain openid"),
    "openid email profile",
    "The scopes to request from the provider, separated by spaces.",
    "openid email profile groups",
  ),
  oidcAdminGroup: optional(
    "OIDC_ADMIN_GROUP",
    text,
    "stackloop-admins",
    "The group or role at the provider whose members are administrators, from the claims groups and roles; empty leaves roles to StackLoop.",
  ),
  oidcLinkByEmail: setting(
    "OIDC_LINK_BY_EMAIL",
    onOff,
    "off",
    "Links accounts without admin rights on first sign-in by their email address, if the provider confirms it: on or off. Their password stops working.",
    "on",
  ),
  verdicts: setting(
    "VERDICTS",
    oneOf(["everyone", "admins"]),
    "everyone",
    "Who decides on verdicts: everyone or admins. Everyone can vote and read.",
    "admins",
  ),
  skills: setting(
    "SKILLS",
    oneOf(["everyone", "admins"]),
    "admins",
    "Who can offer prompts as skills, which assistants use without being asked: admins or everyone.",
    "everyone",
  ),
  aiProvider: setting(
    "AI_PROVIDER",
    oneOf(["auto", "perplexity", "openai-compatible", "none"]),
    "auto",
    "The AI provider for summaries and auto-fill: auto (depends on the keys below), perplexity, openai-compatible or none.",
    "perplexity",
  ),
  perplexityApiKey: {
    ...optional("PERPLEXITY_API_KEY", key, "pplx-…", "The API key for Perplexity's Agent API."),
    isSecret: true,
  },
  perplexityBaseUrl: setting(
    "PERPLEXITY_BASE_URL",
    address,
    "https://api.perplexity.ai",
    "The address of Perplexity's API.",
  ),
  aiBaseUrl: optional(
    "AI_BASE_URL",
    address,
    "http://localhost:11434/v1",
    "The address of an OpenAI-compatible server, such as http://localhost:11434/v1 for Ollama; a private one must also be listed in OUTBOUND_ALLOW.",
  ),
  aiApiKey: {
    ...optional("AI_API_KEY", key, "sk-…", "The API key for that server, if it needs one."),
    isSecret: true,
  },
  aiModel: optional("AI_MODEL", text, "llama3.3", "The model to use on that server."),
  aiDailyLimit: setting(
    "AI_DAILY_LIMIT",
    wholeNumber(0, 1_000_000),
    "1000",
    "The maximum number of calls to the AI provider per day, for all users together.",
  ),
  aiDailyLimitPerUser: setting(
    "AI_DAILY_LIMIT_PER_USER",
    wholeNumber(0, 1_000_000),
    "200",
    "The maximum number of calls to the AI provider per day for one user.",
  ),
  arxivApiUrl: setting("ARXIV_API_URL", address, "https://export.arxiv.org/api/query", "The API for papers."),
  arxivCategory: setting("ARXIV_CATEGORY", arxivCategory, "cs.AI", "The arXiv category of papers."),
  arxivCategories: optional(
    "ARXIV_CATEGORIES",
    arxivCategories,
    "cs.AI,cs.CL,cs.LG",
    "Several arXiv categories, the main one first; replaces `ARXIV_CATEGORY`.",
  ),
  googleNewsUrl: optional(
    "GOOGLE_NEWS_URL",
    address,
    "https://news.google.com/rss/search",
    "News search by RSS; off by default, because its terms allow personal use only.",
  ),
  hnAlgoliaUrl: optionalWithDefault(
    "HN_ALGOLIA_URL",
    address,
    "https://hn.algolia.com/api/v1",
    "News search on Hacker News; empty turns it off.",
  ),
  githubUrl: setting(
    "GITHUB_URL",
    address,
    "https://github.com",
    "The address for release feeds of repositories.",
  ),
  openLibraryUrl: setting("OPENLIBRARY_URL", address, "https://openlibrary.org", "The API for book data."),
  releasesUrl: optional(
    "RELEASES_URL",
    address,
    "https://api.github.com/repos/OWNER/NAME/releases/latest",
    "The GitHub API address of StackLoop's newest release; administrators can turn on a daily check of it under System.",
  ),
  outboundAllow: setting(
    "OUTBOUND_ALLOW",
    hostList,
    "",
    "Private or local addresses the server may connect to, as a comma-separated list of host:port.",
    "localhost:11434",
  ),
  smtpUrl: {
    ...optional(
      "SMTP_URL",
      smtpUrl,
      "smtps://user:password@smtp.example.com",
      "The mail server, with user and password if it needs them; without it, StackLoop sends no email.",
    ),
    isSecret: true,
  },
  mailFrom: optional(
    "MAIL_FROM",
    mailbox,
    "StackLoop <stackloop@example.com>",
    "The sender of email; required with SMTP_URL.",
  ),
  nightlyCron: optionalWithDefault(
    "NIGHTLY_CRON",
    cronPattern,
    "0 2 * * *",
    "When to fetch papers and release notes, scan texts for names, report overdue verdicts, clean up, and check a database file, as a cron pattern; empty turns it off.",
  ),
  newsCron: optionalWithDefault(
    "NEWS_CRON",
    cronPattern,
    "30 */6 * * *",
    "When to fetch news; empty turns it off.",
  ),
  backupCron: optionalWithDefault(
    "BACKUP_CRON",
    cronPattern,
    "0 3 * * *",
    "When to back up a database file; empty turns it off.",
  ),
  scheduleTimezone: optional(
    "SCHEDULE_TIMEZONE",
    timezone,
    "Europe/Berlin",
    "The time zone of these schedules, such as Europe/Berlin; empty means the system's.",
  ),
  backupDir: setting("BACKUP_DIR", folder, "./data/backups", "The folder for backups of a database file."),
  backupKeep: setting(
    "BACKUP_KEEP",
    wholeNumber(1, 1000),
    "7",
    "The number of nightly backups of a database file to store.",
  ),
  promptMaxLength: setting(
    "PROMPT_MAX_LENGTH",
    wholeNumber(DEFAULT_PROMPT_LENGTH, MAX_PROMPT_LENGTH),
    String(DEFAULT_PROMPT_LENGTH),
    `The maximum length of a prompt, from ${DEFAULT_PROMPT_LENGTH} to ${MAX_PROMPT_LENGTH} characters.`,
    "20000",
  ),
  pictureCacheBytes: setting(
    "PICTURE_CACHE_MB",
    megabytes,
    "100",
    "Megabytes of the database for cached images from other sites; the least recently viewed are removed first.",
  ),
  uploadQuotaBytes: setting(
    "UPLOAD_QUOTA_MB",
    megabytes,
    "200",
    "Megabytes of images one person can upload.",
    "500",
  ),
  uploadQuotaFiles: setting(
    "UPLOAD_QUOTA_FILES",
    wholeNumber(1, 100_000),
    "500",
    "The maximum number of images one person can upload.",
    "2000",
  ),
  activityKeepDays: setting(
    "ACTIVITY_KEEP",
    wholeNumber(0, 36_500),
    "730",
    "Days to store the record of who did what; 0 stores it forever. The history of items is always stored.",
    "365",
  ),
  hasRateLimits: setting(
    "RATE_LIMITS",
    onOff,
    "on",
    "Limits the request rate of each user and address; turn off only for load tests.",
  ),
} satisfies Record<string, Variable<unknown>>;
