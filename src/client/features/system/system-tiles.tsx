import type { ReactNode } from "react";

import { formatMilliseconds, formatSize } from "#client/format/sizes.ts";
import { upcomingTime } from "#client/format/upcoming.ts";
import { Card } from "#client/ui/card.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { ITEM_KINDS, KINDS } from "#shared/kernel/item-address.ts";
import { optionLabel } from "#shared/kernel/text-rules.ts";
import type { SystemFacts } from "#shared/operations/system.ts";

/** Tiles with key figures, in fixed positions. */
export function SystemTiles({ system }: { system: SystemFacts }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      <RequestsTile {...system} />
      <DatabaseTile {...system} />
      <BackupsTile {...system} />
      <ServerTile {...system} />
      <PeopleTile {...system} />
      <ContentsTile {...system} />
    </div>
  );
}

const formatNumber = (value: number) => value.toLocaleString("en-US");

const formatCount = (value: number, one: string, many: string) =>
  `${formatNumber(value)} ${value === 1 ? one : many}`;

function RequestsTile({ requests: { minutes, count, errors, p50Ms, p99Ms }, eventLoop }: SystemFacts) {
  const formatDuration = (milliseconds: number | null) =>
    milliseconds === null ? "–" : formatMilliseconds(milliseconds);
  return (
    <Tile title="Requests">
      <Line label={`In the last ${minutes} minutes`}>{formatNumber(count)}</Line>
      <Line label="Median">{formatDuration(p50Ms)}</Line>
      <Line label="99th percentile">{formatDuration(p99Ms)}</Line>
      <Line label="Server errors">{formatNumber(errors)}</Line>
      <Line label="Longest stall in the last hour">{formatMilliseconds(eventLoop.longestMs)}</Line>
    </Tile>
  );
}

function DatabaseTile({ database, backups, jobs }: SystemFacts) {
  const check = jobs.find(({ name }) => name === "check");
  return (
    <Tile title="Database">
      <Line label="Size">{formatSize(database.bytes + database.logBytes)}</Line>
      {backups && <Line label="Growth">{formatGrowth(backups)}</Line>}
      <Line label="Free on its disk">
        {database.freeBytes === null ? "Unknown" : formatSize(database.freeBytes)}
      </Line>
      {check && <Line label="Last check">{lastCheck(check)}</Line>}
    </Tile>
  );
}

function lastCheck({ state, finishedAt, succeededAt }: SystemFacts["jobs"][number]) {
  if (state === "failed")
    return (
      <>
        Failed <When iso={finishedAt} />
      </>
    );
  return succeededAt === null ? (
    "Not yet"
  ) : (
    <>
      Intact, <When iso={succeededAt} />
    </>
  );
}

type Backups = NonNullable<SystemFacts["backups"]>;

/** Formats the growth of the database between backups. Backups don't contain the space of deleted rows. */
function formatGrowth({ newest, earlier }: Backups): string {
  const days =
    newest && earlier ? Math.round((Date.parse(newest.at) - Date.parse(earlier.at)) / 86_400_000) : 0;
  if (!newest || !earlier || days < 1) return "Available after two backups";
  const bytes = newest.bytes - earlier.bytes;
  return `${bytes < 0 ? "−" : "+"}${formatSize(Math.abs(bytes))} in ${formatCount(days, "day", "days")}`;
}

function BackupsTile({ backups, jobs }: SystemFacts) {
  if (backups === null)
    return (
      <Tile title="Backups">
        <Line label="Made by">The database server’s own tools</Line>
      </Tile>
    );
  const { newest, isScheduled, hasRoom } = backups;
  const next = jobs.find(({ name }) => name === "backup")?.nextRunAt ?? null;
  return (
    <Tile title="Backups">
      <Line label="Newest">{newest ? <When iso={newest.at} /> : "None"}</Line>
      <Line label="Size">{newest ? formatSize(newest.bytes) : "–"}</Line>
      <Line label="Next">{isScheduled && next !== null ? upcomingTime(next) : "Off"}</Line>
      <Line label="Space for another backup">{hasRoom ? "Yes" : "No"}</Line>
    </Tile>
  );
}

function ServerTile({ version, node, startedAt, memory }: SystemFacts) {
  return (
    <Tile title="Server">
      <Line label="StackLoop">{version}</Line>
      <Line label="Node.js">{node}</Line>
      <Line label="Started">
        <When iso={startedAt} />
      </Line>
      <Line label="Memory">{formatSize(memory.residentBytes)}</Line>
    </Tile>
  );
}

function PeopleTile({ people, openStreams, ai }: SystemFacts) {
  return (
    <Tile title="People">
      <Line label="Accounts">{formatNumber(people.accounts)}</Line>
      <Line label="Administrators">{formatNumber(people.admins)}</Line>
      <Line label="Signed in">
        {`${formatNumber(people.signedIn)} in ${formatCount(people.sessions, "session", "sessions")}`}
      </Line>
      <Line label="Live updates open">{formatNumber(openStreams)}</Line>
      <Line label="AI calls today">
        {ai.isConnected
          ? `${formatNumber(ai.callsToday)} of ${formatNumber(ai.dailyLimit)}`
          : "Not connected"}
      </Line>
    </Tile>
  );
}

function ContentsTile({ items }: SystemFacts) {
  return (
    <Tile title="Contents">
      {ITEM_KINDS.map((kind) => KINDS[kind].many).map((many) => (
        <Line key={many} label={many === "tools" ? "AI tools" : optionLabel(many)}>
          {formatNumber(items[many])}
        </Line>
      ))}
    </Tile>
  );
}

const When = ({ iso }: { iso: string | null }) => iso !== null && <RelativeTime iso={iso} />;

function Tile({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="p-5">
      <h2 className="text-base font-semibold text-ink">{title}</h2>
      <dl aria-label={title} className="mt-3 flex flex-col gap-1.5">
        {children}
      </dl>
    </Card>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-ink-muted">{label}</dt>
      <dd className="text-right text-ink tabular-nums">{children}</dd>
    </div>
  );
}
