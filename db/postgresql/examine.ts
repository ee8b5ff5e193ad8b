import type { Db } from "../database.ts";
import { DatabaseError } from "../errors.ts";
import { type Examination, type ExaminationOptions, type Finding, note, ok, wrong } from "../examination.ts";
import { SCHEMA_VERSION } from "../migrations/index.ts";
import { checkServer, type ServerFacts, receivesNotifications, POOLER_ADVICE } from "./connect.ts";
import { describeServer } from "./connections.ts";
import { refuseWithoutRights, serverSchemaVersion } from "./migrate.ts";
import { openServerForReading } from "./open.ts";
import { hasTrigramIndexes } from "./search/prepare-indexes.ts";

/** Examines a PostgreSQL database. See `examineDatabase`. */
export async function examineServerDatabase(
  url: string,
  { formatBytes }: ExaminationOptions,
): Promise<Examination> {
  const surroundings = [note("backups: made with PostgreSQL's own tools; see docs/scale.md")];
  try {
    const facts = await checkServer(url);
    refuseWithoutRights(facts, describeServer(url));
    const { findings, isCurrent } = await tables(url, facts, formatBytes);
    return {
      database: [...server(url, facts), await liveUpdates(url), ...findings],
      surroundings,
      isCurrent,
    };
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return { database: [wrong(error.message)], surroundings, isCurrent: false };
  }
}

const liveUpdates = async (url: string): Promise<Finding> =>
  (await receivesNotifications(url))
    ? ok("live updates between processes: work")
    : wrong(`live updates between processes: don't work; ${POOLER_ADVICE}`);

const server = (url: string, { version, hasTrigrams, hasIcu, schema }: ServerFacts): Finding[] => [
  ok(`database: ${describeServer(url)}, PostgreSQL ${version}`),
  hasTrigrams
    ? ok("extension pg_trgm: installed")
    : note(
        `extension pg_trgm: not installed, so searches within News Stack and Research Stack read every row; as the owner of the database, install it with: create extension pg_trgm (or make it visible: alter extension pg_trgm set schema ${schema})`,
      ),
  hasIcu
    ? ok("ICU collations: available")
    : note("ICU collations: not available, so searches may be case-sensitive for letters beyond ASCII"),
];

const NO_INDEXES = note(
  "extension pg_trgm: installed, but its indexes don't exist yet, so searches within News Stack and Research Stack read every row; restart every StackLoop process to create them",
);

async function tables(
  url: string,
  { hasTrigrams }: ServerFacts,
  formatBytes: (bytes: number) => string,
): Promise<{ findings: Finding[]; isCurrent: boolean }> {
  const db = await openServerForReading(url);
  try {
    const version = await serverSchemaVersion(db);
    if (version === 0)
      return {
        findings: [note("tables: none yet; they are created when the server starts")],
        isCurrent: false,
      };
    const isCurrent = version === SCHEMA_VERSION;
    const findings = [
      isCurrent
        ? ok(`tables: version ${version}`)
        : note(`tables: version ${version}; updated to ${SCHEMA_VERSION} when the server starts`),
      ...(isCurrent && hasTrigrams && !(await hasTrigramIndexes(db)) ? [NO_INDEXES] : []),
      ...(await contents(db, formatBytes)),
    ];
    return { findings, isCurrent };
  } finally {
    await db.destroy();
  }
}

async function contents(db: Db, formatBytes: (bytes: number) => string): Promise<Finding[]> {
  const { bytes, admins } = await db
    .selectNoFrom(({ fn, selectFrom }) => [
      fn<number>("pg_database_size", [fn("current_database", [])]).as("bytes"),
      selectFrom("users")
        .select(({ fn: of }) => of.countAll<number>().as("count"))
        .where("role", "=", "admin")
        .as("admins"),
    ])
    .executeTakeFirstOrThrow();
  return [
    ok(`size: ${formatBytes(bytes)}`),
    (admins ?? 0) > 0
      ? ok(`administrators: ${admins}`)
      : note("administrators: none; create one with: stackloop admin-link"),
  ];
}
