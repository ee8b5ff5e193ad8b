import type { Insertable, Selectable } from "kysely";

import type { AccountTables } from "./tables/accounts.ts";
import type { HistoryTables } from "./tables/history.ts";
import type { LibraryTables } from "./tables/library.ts";
import type { MemoryTables } from "./tables/memory.ts";
import type { MessageTables } from "./tables/messages.ts";
import type { NewsAndPaperTables } from "./tables/news-and-papers.ts";
import type { OperationTables } from "./tables/operations.ts";

/** All tables. Times are ISO 8601 UTC strings, lists are JSON text, unless a column says otherwise. */
export interface Schema
  extends
    AccountTables,
    HistoryTables,
    LibraryTables,
    MemoryTables,
    MessageTables,
    NewsAndPaperTables,
    OperationTables {}

export type JobRunRow = Selectable<Schema["job_runs"]>;
export type PaperRow = Selectable<Schema["research_papers"]>;
export type PaperScoreRow = Selectable<Schema["paper_scores"]>;
export type PaperQueueRow = Selectable<Schema["paper_queue"]>;
export type ArticleRow = Selectable<Schema["news_articles"]>;
export type NewsReaderRow = Selectable<Schema["news_readers"]>;
export type FeedRow = Selectable<Schema["news_feeds"]>;
export type SourceStateRow = Selectable<Schema["source_states"]>;

export type UserRow = Selectable<Schema["users"]>;
export type AccountEventRow = Selectable<Schema["account_events"]>;
export type OneTimeLinkRow = Selectable<Schema["one_time_links"]>;
export type ProviderAccountRow = Selectable<Schema["provider_accounts"]>;
export type ApiTokenRow = Selectable<Schema["api_tokens"]>;
export type FeedTokenRow = Selectable<Schema["feed_tokens"]>;
export type ChannelRow = Selectable<Schema["channels"]>;
export type DeliveryRow = Selectable<Schema["deliveries"]>;
export type MailSettingRow = Selectable<Schema["mail_settings"]>;
export type ToolRow = Selectable<Schema["ai_tools"]>;
export type PromptRow = Selectable<Schema["prompts"]>;
export type PromptNameRow = Selectable<Schema["prompt_names"]>;
export type PromptRatingRow = Selectable<Schema["prompt_ratings"]>;
export type ReadingRow = Selectable<Schema["readings"]>;
export type CommentRow = Selectable<Schema["comments"]>;
export type CommentMentionRow = Selectable<Schema["comment_mentions"]>;
export type InboxEntryRow = Selectable<Schema["inbox_entries"]>;
export type WatchRow = Selectable<Schema["watches"]>;
export type FeedReplyRow = Selectable<Schema["feed_replies"]>;
export type NewImageRow = Insertable<Schema["images"]>;
export type PictureRow = Selectable<Schema["pictures"]>;
export type EventRow = Selectable<Schema["events"]>;
export type ItemVersionRow = Selectable<Schema["item_versions"]>;
export type ImportUndoRow = Selectable<Schema["import_undos"]>;
export type DeletionRow = Selectable<Schema["deletions"]>;
export type ToolAliasRow = Selectable<Schema["tool_aliases"]>;
export type LinkRow = Selectable<Schema["links"]>;
export type NewLinkRow = Insertable<Schema["links"]>;
export type NameCountRow = Selectable<Schema["name_counts"]>;
export type VerdictRow = Selectable<Schema["verdicts"]>;
export type VerdictEvidenceRow = Selectable<Schema["verdict_evidence"]>;
export type VerdictVoteRow = Selectable<Schema["verdict_votes"]>;
export type BriefRow = Selectable<Schema["briefs"]>;
export type BriefDraftRow = Selectable<Schema["brief_drafts"]>;
export type SharedPageRow = Selectable<Schema["shared_pages"]>;
export type CursorRow = Selectable<Schema["cursors"]>;
