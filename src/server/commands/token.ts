import {
  createToken,
  listAllTokens,
  revokeTokenOfUser,
  type OwnedToken,
} from "#server/features/users/tokens.service.ts";
import { getUserByName } from "#server/features/users/users.service.ts";
import { SCOPE_WORDS, TOKEN_SCOPES } from "#shared/accounts/token-scopes.ts";
import { DEFAULT_TOKEN_DAYS, newTokenSchema } from "#shared/accounts/tokens.ts";

import { CommandError, defineCommand, parseInput, UsageError } from "./terminal/command.ts";
import { withApp } from "./with-app.ts";

const SCOPES = "read, add or write";
const DAYS_PER_YEAR = 365;

const create = defineCommand({
  name: "token create",
  summary: "Create an API token for a user's script or assistant",
  details: [
    "The token is printed once; the database stores only its hash. It has its owner's current rights, but can't create tokens, change the password or manage users.",
    ...TOKEN_SCOPES.map((scope) => `${scope} (${SCOPE_WORDS[scope].name}): ${SCOPE_WORDS[scope].sentence}`),
  ],
  args: { NAME: { about: "a name for the token, such as “Nightly export”" } },
  options: {
    user: { value: "NAME", about: "owner of the token (required)" },
    scope: { value: "SCOPE", about: `${SCOPES}; by default, read` },
    expires: {
      value: "TERM",
      about: `when it expires, such as 30d, 1y or never; by default, ${DEFAULT_TOKEN_DAYS}d`,
    },
  },
  json: "id, username, name, scope, expiresAt (null for never), token",
  example: "token create Backups --user ada --scope read --expires 1y",
  async run({ args, options }, terminal) {
    if (options.user === undefined) throw new UsageError("--user is missing");
    const input = parseInput(newTokenSchema, {
      name: args.NAME,
      scope: parseScope(options.scope),
      expiresInDays: parseTerm(options.expires),
    });
    const owner = options.user;
    await withApp(terminal, async (app) => {
      const user = await getUserByName(app, owner);
      const { id, name, scope, expiresAt, token } = await createToken(app, user, input);
      const { username } = user;
      terminal.report({ id, username, name, scope, expiresAt, token }, [
        token,
        `Signs in as ${username}, ${formatExpiry({ expiresAt })}. It isn't shown again.`,
        `${SCOPE_WORDS[scope].name}: ${SCOPE_WORDS[scope].sentence}`,
      ]);
    });
  },
});

const list = defineCommand({
  name: "token list",
  summary: "List active API tokens (secrets are not shown)",
  options: { user: { value: "NAME", about: "only tokens of this user" } },
  json: "tokens, each with id, username, name, prefix, scope, createdAt, expiresAt, lastUsedAt, lastClient",
  example: "token list --user ada",
  run: ({ options }, terminal) =>
    withApp(terminal, async (app) => {
      const user = options.user === undefined ? undefined : await getUserByName(app, options.user);
      const tokens = await listAllTokens(app, user);
      const lines = tokens.map((token) => formatToken(token, app.now()));
      terminal.report(
        { tokens: tokens.map(({ userId: _owner, ...token }) => token) },
        lines.length === 0 ? ["There are no API tokens."] : lines,
      );
    }),
});

const revoke = defineCommand({
  name: "token revoke",
  summary: "Revoke the API token of any user",
  args: { ID: { about: "the token's ID, from token list" } },
  json: "id, username, name",
  example: "token revoke 5f0c2b1e-7d4a-4c7e-9a51-2f3b8d6e4a10",
  run: ({ args: { ID } }, terminal) =>
    withApp(terminal, async (app) => {
      const token = (await listAllTokens(app)).find(({ id }) => id === ID);
      if (!token) throw new CommandError(`there is no API token ${ID}; see: stackloop token list`);
      const { id, userId, username, name } = token;
      await revokeTokenOfUser(app, null, { id, userId });
      terminal.report({ id, username, name }, [
        `Revoked ${name} of ${username}: programs that use it are now refused`,
      ]);
    }),
});

export const tokenCommands = [create, list, revoke];

function parseScope(text: string | undefined): string | undefined {
  if (text === undefined || TOKEN_SCOPES.some((scope) => scope === text)) return text;
  throw new UsageError(`--scope must be ${SCOPES} (it is "${text}")`);
}

/** Parses a term such as 90d, 1y or never, in days; null for never. */
function parseTerm(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === "never") return null;
  const { count, unit } = /^(?<count>\d{1,5})(?<unit>[dy])$/u.exec(text)?.groups ?? {};
  if (count === undefined)
    throw new UsageError(`--expires must be a term such as 90d or 1y, or never (it is "${text}")`);
  return Number(count) * (unit === "y" ? DAYS_PER_YEAR : 1);
}

function formatToken(
  { id, username, name, prefix, scope, lastClient, ...times }: OwnedToken,
  now: Date,
): string {
  const isExpired = times.expiresAt !== null && times.expiresAt <= now.toISOString();
  const use =
    times.lastUsedAt === null
      ? "never used"
      : `used ${formatDay(times.lastUsedAt)}${lastClient === null ? "" : ` by ${lastClient}`}`;
  return `${id}  ${username.padEnd(16)} ${scope.padEnd(5)} ${prefix}…  ${name}: ${isExpired ? "expired, " : ""}${formatExpiry(times)}, ${use}`;
}

const formatExpiry = ({ expiresAt }: Pick<OwnedToken, "expiresAt">): string =>
  expiresAt === null ? "never expires" : `until ${formatDay(expiresAt)}`;

const formatDay = (time: string): string => time.slice(0, 10);
