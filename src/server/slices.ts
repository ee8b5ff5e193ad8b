import { aliasSlice } from "./features/aliases/aliases.slice.ts";
import { commentSlice } from "./features/comments/comments.slice.ts";
import { toolMemory } from "./features/imports/tool-memory.service.ts";
import { inboxSlice } from "./features/inbox/inbox.slice.ts";
import { newsSlice } from "./features/news/news.slice.ts";
import { paperSlice } from "./features/papers/papers.slice.ts";
import { promptSlice } from "./features/prompts/prompts.slice.ts";
import { ratingSlice } from "./features/ratings/ratings.slice.ts";
import { readingSlice } from "./features/readings/readings.slice.ts";
import { systemSlice } from "./features/system/system.slice.ts";
import { toolSlice } from "./features/tools/tools.slice.ts";
import { uploadSlice } from "./features/uploads/uploads.slice.ts";
import { userSlice } from "./features/users/users.slice.ts";
import { verdictSlice } from "./features/verdicts/verdicts.slice.ts";
import { kernelSlice } from "./kernel/kernel.slice.ts";
import type { Slice } from "./kernel/slice.ts";

/**
 * All slices of the product. Each slice declares what the kernel does for it: its items, the rows that are deleted
 * and restored with an item, its jobs and its cleanup. Its texts, imports and exports, which worker threads need, too,
 * are in `workers/slice-data.ts`, its procedures in `app-router.ts`.
 *
 * The kernel comes first, since the links of an item are deleted before its other rows and restored after them.
 */
export const slices: readonly Slice[] = [
  kernelSlice,
  commentSlice,
  inboxSlice,
  { name: "imports", importExtras: toolMemory },
  toolSlice,
  verdictSlice,
  aliasSlice,
  newsSlice,
  paperSlice,
  promptSlice,
  ratingSlice,
  readingSlice,
  userSlice,
  uploadSlice,
  // Replies of feeds that are no longer fetched.
  {
    name: "sources",
    cleanup: [{ name: "feed replies", table: "feed_replies", timeColumns: ["askedAt"], days: 30 }],
  },
  // Each row counts the calls of one day. `day` has no time, so day 31 is the first one older than 30 days.
  {
    name: "ai-usage",
    cleanup: [{ name: "AI call counts", table: "ai_usage", timeColumns: ["day"], days: 31 }],
  },
  {
    name: "channels",
    cleanup: [{ name: "old deliveries", table: "deliveries", timeColumns: ["finishedAt"], days: 90 }],
  },
  systemSlice,
];
