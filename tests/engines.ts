/** Which tests need which kind of database; those of no list run on both. */

/** Tests of what only a PostgreSQL server has. */
export const POSTGRESQL_ALONE = ["db/postgresql/**/*.test.ts", "tests/**/*-postgresql.test.ts"];

const WHY_NOT_ON_POSTGRESQL = {
  "are about the file in which the database is, its lock, or its copies": [
    "tests/integration/command-json.test.ts",
    "tests/integration/command-line.test.ts",
    "tests/integration/database-files.test.ts",
    "tests/faults/backups.test.ts",
    "tests/faults/damage.test.ts",
    "tests/faults/file-changes.test.ts",
    "tests/faults/foreign-lock.test.ts",
    "tests/faults/interrupted-commands.test.ts",
    "tests/faults/interrupted-copy.test.ts",
    "tests/faults/nightly-backups.test.ts",
    "tests/faults/older-sqlite.test.ts",
    "tests/faults/restore-drill.test.ts",
    "tests/faults/restore.test.ts",
    "tests/faults/same-file.test.ts",
    "tests/faults/storage.test.ts",
    "tests/faults/upgrades.test.ts",
  ],
  "look at how SQLite does its work": [
    "tests/integration/wal-checkpointer.test.ts",
    "tests/integration/query-plans.test.ts",
    "tests/security/search-work.test.ts",
    "tests/faults/kills.test.ts",
  ],
  "compare numbers that a server gives once, though what they were given for was taken back": [
    "tests/integration/repeated-transactions.test.ts",
  ],
  "move the clock by hours, through which no server's reply comes; shared-server-postgresql.test.ts has the same rules":
    ["tests/faults/job-leases.test.ts", "tests/faults/jobs.test.ts"],
  "hardly touch a database: the files of the repository, what comes from other sites, bare HTTP": [
    "tests/integration/api-documents.test.ts",
    "tests/integration/api-guide.test.ts",
    "tests/integration/brand-logos.test.ts",
    "tests/integration/client-package.test.ts",
    "tests/integration/client-types.test.ts",
    "tests/integration/container-build.test.ts",
    "tests/integration/deployment.test.ts",
    "tests/integration/env-example.test.ts",
    "tests/integration/health-command.test.ts",
    "tests/integration/http-methods.test.ts",
    "tests/integration/mcp-conformance.test.ts",
    "tests/integration/openapi-client.test.ts",
    "tests/integration/readme.test.ts",
    "tests/integration/repository.test.ts",
    "tests/integration/user-guide.test.ts",
    "tests/security/display.test.ts",
    "tests/security/fuzz-holds.test.ts",
    "tests/security/hotlinked-images.test.ts",
    "tests/security/outbound-shares.test.ts",
    "tests/security/outgoing-requests.test.ts",
    "tests/security/parsers.test.ts",
    "tests/security/raw-http.test.ts",
    "tests/security/server-replies.test.ts",
    "tests/security/supply-chain.test.ts",
    "tests/security/trust-proxy.test.ts",
    "tests/faults/connections.test.ts",
    "tests/faults/upstream-replies.test.ts",
    "tests/faults/upstreams.test.ts",
  ],
};

/** Tests that run on SQLite alone. */
export const SQLITE_ALONE = Object.values(WHY_NOT_ON_POSTGRESQL).flat();

/**
 * Tests of rules that stand in front of the database or beside it, though they need one: `npm test` runs them on SQLite,
 * `npm run verify` on PostgreSQL too. See docs/decisions/0059-move-slow-tests-to-npm-run-verify.md.
 */
export const POSTGRESQL_THOROUGH = [
  "tests/faults/shutdown.test.ts",
  "tests/security/ai.test.ts",
  "tests/security/assistants.test.ts",
  "tests/security/authorization.test.ts",
  "tests/security/batches.test.ts",
  "tests/security/connections.test.ts",
  "tests/security/cross-site.test.ts",
  "tests/security/exports.test.ts",
  "tests/security/feeds-out.test.ts",
  "tests/security/fuzz-requests.test.ts",
  "tests/security/input.test.ts",
  "tests/security/log.test.ts",
  "tests/security/metrics-access.test.ts",
  "tests/security/subscription-ends.test.ts",
  "tests/security/subscription-limits.test.ts",
  "tests/security/uploads.test.ts",
];
