import type { Insertable, Selectable } from "kysely";

import type {
  AccountEventTable,
  ApiTokenTable,
  FeedTokenTable,
  FormerUsernameTable,
  OneTimeLinkTable,
  ProviderAccountTable,
  SessionTable,
  UserTable,
} from "./tables/accounts.ts";
import type {
  CursorTable,
  DeletedRowTable,
  DeletionTable,
  ImportUndoTable,
  EventTable,
  ItemIdTable,
  ItemVersionTable,
} from "./tables/history.ts";
import type {
  CommentTable,
  CommentReadTable,
  ImageTable,
  PictureTable,
  PromptTable,
  PromptNameTable,
  PromptRatingTable,
  PromptStarTable,
  ReadingTable,
  ToolTable,
} from "./tables/library.ts";
import type {
  BriefDraftTable,
  BriefTable,
  LinkQueueTable,
  LinkTable,
  LongTitleTable,
  NameCountTable,
  SharedPageTable,
  ToolAliasTable,
  VerdictEvidenceTable,
  VerdictTable,
  VerdictVoteTable,
} from "./tables/memory.ts";
import type {
  ChannelTable,
  DeliveryTable,
  MailSettingTable,
  CommentMentionTable,
  InboxEntryTable,
  InboxQueueTable,
  WatchTable,
} from "./tables/messages.ts";
import type {
  ArticleTable,
  ArticleFlagTable,
  FeedTable,
  NewsReaderTable,
  ClusterCountTable,
  ClusterQuarterTable,
  PaperTable,
  PaperCategoryTable,
  PaperCountTable,
  PaperDayTable,
  PaperFlagTable,
  PaperNeighbourTable,
  PaperQueueTable,
  PaperScoreTable,
} from "./tables/news-and-papers.ts";
import type {
  AiUsageTable,
  FeedReplyTable,
  JobRunTable,
  SearchDocTable,
  SearchQueueTable,
  SettingTable,
  SourceStateTable,
} from "./tables/operations.ts";

/** All tables. Times are ISO 8601 UTC strings, lists are JSON text, unless a column says otherwise. */
export interface Schema {
  users: UserTable;
  former_usernames: FormerUsernameTable;
  account_events: AccountEventTable;
  session: SessionTable;
  one_time_links: OneTimeLinkTable;
  provider_accounts: ProviderAccountTable;
  api_tokens: ApiTokenTable;
  feed_tokens: FeedTokenTable;
  channels: ChannelTable;
  deliveries: DeliveryTable;
  mail_settings: MailSettingTable;
  ai_tools: ToolTable;
  prompts: PromptTable;
  prompt_names: PromptNameTable;
  prompt_stars: PromptStarTable;
  prompt_ratings: PromptRatingTable;
  item_ids: ItemIdTable;
  item_versions: ItemVersionTable;
  readings: ReadingTable;
  comments: CommentTable;
  comment_reads: CommentReadTable;
  comment_mentions: CommentMentionTable;
  watches: WatchTable;
  inbox_entries: InboxEntryTable;
  inbox_queue: InboxQueueTable;
  images: ImageTable;
  pictures: PictureTable;
  feed_replies: FeedReplyTable;
  settings: SettingTable;
  job_runs: JobRunTable;
  research_papers: PaperTable;
  paper_marks: PaperFlagTable;
  paper_categories: PaperCategoryTable;
  paper_neighbours: PaperNeighbourTable;
  paper_scores: PaperScoreTable;
  paper_queue: PaperQueueTable;
  paper_counts: PaperCountTable;
  paper_days: PaperDayTable;
  news_articles: ArticleTable;
  news_marks: ArticleFlagTable;
  news_readers: NewsReaderTable;
  story_counts: ClusterCountTable;
  story_quarters: ClusterQuarterTable;
  cursors: CursorTable;
  news_feeds: FeedTable;
  source_states: SourceStateTable;
  ai_usage: AiUsageTable;
  events: EventTable;
  import_undos: ImportUndoTable;
  deletions: DeletionTable;
  deleted_rows: DeletedRowTable;
  search_docs: SearchDocTable;
  search_queue: SearchQueueTable;
  tool_aliases: ToolAliasTable;
  links: LinkTable;
  name_counts: NameCountTable;
  link_queue: LinkQueueTable;
  long_titles: LongTitleTable;
  verdicts: VerdictTable;
  verdict_evidence: VerdictEvidenceTable;
  verdict_votes: VerdictVoteTable;
  briefs: BriefTable;
  brief_drafts: BriefDraftTable;
  shared_pages: SharedPageTable;
}

export type JobRunRow = Selectable<JobRunTable>;
export type PaperRow = Selectable<PaperTable>;
export type PaperScoreRow = Selectable<PaperScoreTable>;
export type PaperQueueRow = Selectable<PaperQueueTable>;
export type ArticleRow = Selectable<ArticleTable>;
export type NewsReaderRow = Selectable<NewsReaderTable>;
export type FeedRow = Selectable<FeedTable>;
export type SourceStateRow = Selectable<SourceStateTable>;

export type UserRow = Selectable<UserTable>;
export type AccountEventRow = Selectable<AccountEventTable>;
export type OneTimeLinkRow = Selectable<OneTimeLinkTable>;
export type ProviderAccountRow = Selectable<ProviderAccountTable>;
export type ApiTokenRow = Selectable<ApiTokenTable>;
export type FeedTokenRow = Selectable<FeedTokenTable>;
export type ChannelRow = Selectable<ChannelTable>;
export type DeliveryRow = Selectable<DeliveryTable>;
export type MailSettingRow = Selectable<MailSettingTable>;
export type ToolRow = Selectable<ToolTable>;
export type PromptRow = Selectable<PromptTable>;
export type PromptNameRow = Selectable<PromptNameTable>;
export type PromptRatingRow = Selectable<PromptRatingTable>;
export type ReadingRow = Selectable<ReadingTable>;
export type CommentRow = Selectable<CommentTable>;
export type CommentMentionRow = Selectable<CommentMentionTable>;
export type InboxEntryRow = Selectable<InboxEntryTable>;
export type WatchRow = Selectable<WatchTable>;
export type FeedReplyRow = Selectable<FeedReplyTable>;
export type NewImageRow = Insertable<ImageTable>;
export type PictureRow = Selectable<PictureTable>;
export type EventRow = Selectable<EventTable>;
export type ItemVersionRow = Selectable<ItemVersionTable>;
export type ImportUndoRow = Selectable<ImportUndoTable>;
export type DeletionRow = Selectable<DeletionTable>;
export type ToolAliasRow = Selectable<ToolAliasTable>;
export type LinkRow = Selectable<LinkTable>;
export type NewLinkRow = Insertable<LinkTable>;
export type NameCountRow = Selectable<NameCountTable>;
export type VerdictRow = Selectable<VerdictTable>;
export type VerdictEvidenceRow = Selectable<VerdictEvidenceTable>;
export type VerdictVoteRow = Selectable<VerdictVoteTable>;
export type BriefRow = Selectable<BriefTable>;
export type BriefDraftRow = Selectable<BriefDraftTable>;
export type SharedPageRow = Selectable<SharedPageTable>;
export type CursorRow = Selectable<CursorTable>;
