import { type Migration, sharedMigrations } from "../../migrations/index.ts";
import { accountsAndTools } from "./0001-accounts-and-tools.ts";
import { prompts } from "./0002-prompts.ts";
import { readings } from "./0003-readings.ts";
import { outsideWorld } from "./0004-outside-world.ts";
import { pictures } from "./0005-pictures.ts";
import { feedReadings } from "./0006-feed-readings.ts";
import { errorNames } from "./0007-error-names.ts";
import { events } from "./0008-events.ts";
import { timelines } from "./0009-timelines.ts";
import { search } from "./0010-search.ts";
import { searchQueue } from "./0011-search-queue.ts";
import { titleFacets } from "./0012-title-facets.ts";
import { usernames } from "./0013-usernames.ts";
import { uploadQuota } from "./0014-upload-quota.ts";
import { feedReplies } from "./0015-feed-replies.ts";
import { history } from "./0016-history.ts";
import { tokens } from "./0017-tokens.ts";
import { assistants } from "./0018-assistants.ts";

/**
 * All migrations in order. A database's `user_version` is the number of those applied. A released one is never edited.
 */
export const migrations: readonly Migration[] = [
  { name: "0001-accounts-and-tools", up: accountsAndTools },
  { name: "0002-prompts", up: prompts },
  { name: "0003-readings", up: readings },
  { name: "0004-outside-world", up: outsideWorld },
  { name: "0005-pictures", up: pictures },
  { name: "0006-feed-readings", up: feedReadings },
  { name: "0007-error-names", up: errorNames },
  { name: "0008-events", up: events },
  { name: "0009-timelines", up: timelines },
  { name: "0010-search", up: search },
  { name: "0011-search-queue", up: searchQueue },
  { name: "0012-title-facets", up: titleFacets },
  { name: "0013-usernames", up: usernames },
  { name: "0014-upload-quota", up: uploadQuota },
  { name: "0015-feed-replies", up: feedReplies },
  { name: "0016-history", up: history },
  { name: "0017-tokens", up: tokens },
  { name: "0018-assistants", up: assistants },
  ...sharedMigrations,
];
