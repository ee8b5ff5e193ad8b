import type { Generated, GeneratedAlways, Insertable, Selectable } from "kysely";

/** Times are ISO 8601 UTC strings, lists are JSON text, unless a column says otherwise. */
export interface UserTable {
  id: string;
  /** Unique. */
  username: string;
  /**
   * The user name as names are compared (`foldUsername`); unique. Of two names that became alike by a change of that
   * rule, the newer one has a form here that nobody can type, and is found as it is written.
   */
  usernameFolded: string;
  /** An argon2id hash in PHC form; never leaves the server. */
  password: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  displayName: string | null;
  role: "user" | "admin";
  createdAt: string;
  updatedAt: string;
}

/** The specification's session store; `sid` is the SHA-256 of what the cookie holds. */
export interface SessionTable {
  sid: string;
  userId: string;
  /** JSON: when and with which browser the session began. */
  sess: string;
  expire: string;
}

/** Set-up, invite and reset links; only a hash of the token is kept. */
export interface OneTimeLinkTable {
  tokenHash: string;
  kind: "setup" | "invite" | "reset";
  /** Whose password a reset link sets. */
  userId: string | null;
  createdBy: string | null;
  createdAt: string;
  expiresAt: string;
}

/** What scripts and assistants sign in with; `hash` is the SHA-256 of the token. */
export interface ApiTokenTable {
  id: string;
  userId: string;
  name: string;
  /** Unique. */
  hash: string;
  /** The beginning of the token, by which people know it. */
  prefix: string;
  scope: "read" | "write";
  createdAt: string;
  /** Null for one that never expires. */
  expiresAt: string | null;
  lastUsedAt: string | null;
  /** The program that used it last, as it calls itself. */
  lastClient: string | null;
  revokedAt: string | null;
}

/** The private addresses of feeds; `hash` is the SHA-256 of the secret in the address. */
export interface FeedTokenTable {
  id: string;
  userId: string;
  /** Unique. */
  hash: string;
  section: "tools" | "news" | "papers" | "prompts" | "readings" | "search";
  /** JSON: what of the section the feed holds. */
  view: string;
  title: string;
  createdAt: string;
  lastReadAt: string | null;
  /** The program that read it last, as it calls itself. */
  lastReader: string | null;
}

export interface ToolTable {
  id: string;
  name: string;
  company: string | null;
  capabilities: string | null;
  use: string | null;
  modality: string | null;
  logoUrl: string | null;
  url: string | null;
  industry: string | null;
  tags: string;
  notes: string | null;
  /** JSON list of { date, url }; items of old rows may be plain address strings. */
  releaseNotes: string;
  version: string | null;
  dateUpdated: string;
  userId: string;
  revision: Generated<number>;
}

export interface PromptTable {
  id: string;
  name: string;
  prompt: string;
  purpose: string | null;
  promptAuthor: string | null;
  modality: string | null;
  industry: string | null;
  exampleImageUrl: string | null;
  tags: string;
  notes: string | null;
  dateUpdated: string;
  userId: string;
  revision: Generated<number>;
}

/** What assistants call a prompt; made once and kept. */
export interface PromptNameTable {
  promptId: string;
  /** Unique. */
  slug: string;
  /** Whether assistants have it as a skill too, 0 or 1. */
  isSkill: Generated<number>;
}

/** Every state that a tool, prompt or reading has had, the present one included. */
export interface ItemVersionTable {
  kind: "tool" | "prompt" | "reading";
  itemId: string;
  /** That of the item in this state. */
  revision: number;
  /** JSON: all that a person fills in. */
  fields: string;
  /** The address of its picture, to find which uploads are in use. */
  image: string | null;
  /** Null for the server itself. */
  savedBy: string | null;
  savedAt: string;
  /** Why the edit was made. */
  note: string | null;
  /** The import that it came by, if any. */
  importId: string | null;
}

export interface ReadingTable {
  id: string;
  title: string;
  author: string;
  year: number | null;
  isbn: string | null;
  topic: string | null;
  page: string | null;
  tags: string;
  notes: string | null;
  imageUrl: string | null;
  createdAt: string;
  updatedAt: string;
  userId: string;
  revision: Generated<number>;
}

export interface CommentTable {
  /** In the order of writing, also within one millisecond; never given twice. */
  position: Generated<number>;
  id: string;
  readingId: string;
  parentId: string | null;
  /** Empty once deleted. */
  content: string;
  userId: string;
  createdAt: string;
  updatedAt: string;
  /** Set for a deleted comment that stays because it has replies. */
  deletedAt: string | null;
}

/** When a person last had the discussion of a reading open. */
export interface CommentReadTable {
  userId: string;
  readingId: string;
  seenAt: string;
}

/** Uploaded images, kept in the database so that one file is the whole backup. */
export interface ImageTable {
  file: string;
  mediaType: string;
  bytes: Uint8Array;
  userId: string;
  createdAt: string;
  /** In bytes. */
  size: GeneratedAlways<number>;
}

/** The last replies of feeds. */
export interface FeedReplyTable {
  /** Where the feed was asked for. */
  address: string;
  /** Where the reply came from, after redirects. */
  url: string;
  contentType: string | null;
  etag: string | null;
  lastModified: string | null;
  askedAt: string;
  /** Of the body as it is here, in bytes. */
  size: number;
  /** Compressed by gzip. */
  body: Uint8Array;
}

/** Pictures of other sites, kept to be shown from here; a failure is kept for a while too. */
export interface PictureTable {
  /** As it stands where it is used. */
  url: string;
  mediaType: string | null;
  /** Why there is no picture, in a sentence. */
  error: string | null;
  /** What it takes of the room for pictures, in bytes. */
  size: number;
  fetchedAt: string;
  nextFetchAt: string;
  /** To the day. */
  shownAt: string;
  bytes: Uint8Array | null;
}

/** Values of this installation that are made once, such as the key that signs upload addresses. */
export interface SettingTable {
  key: string;
  value: string;
}

/** Runs of jobs; at most one of a job is running. */
export interface JobRunTable {
  id: string;
  job: string;
  trigger: string;
  state: "running" | "succeeded" | "failed" | "interrupted";
  startedBy: string | null;
  startedAt: string;
  finishedAt: string | null;
  /** Of the process that runs it, to tell a run that was cut off. */
  processId: number;
  done: number;
  total: number | null;
  counts: string;
  /** JSON: sources that failed while the run went on. */
  sourceErrors: string;
  error: string | null;
}

export interface PaperTable {
  /** Where it stands in the list, from its time of publication on; see `db/place.ts`. */
  place: number;
  id: string;
  title: string;
  abstract: string;
  authors: string;
  url: string;
  pdfUrl: string;
  /** Without the version suffix. */
  arXivId: string;
  categories: string;
  publishedAt: string;
  imageUrl: string | null;
  pplxSummary: string | null;
  /** The model that wrote the summary, or that it is an extract. */
  summarySource: string | null;
  createdAt: string;
}

/** What one person has marked of a paper. Flags are 0 or 1. */
export interface PaperMarkTable {
  userId: string;
  place: number;
  isStarred: number;
  isHidden: number;
}

export interface ArticleTable {
  /** Where it stands in the list, from its time of publication on; see `db/place.ts`. */
  place: number;
  id: string;
  /** Counts the articles in the order in which they were found. */
  seq: number;
  /** Of the articles that tell one story, the first that was found; null for that one, which stands for the story. */
  leadPlace: number | null;
  title: string;
  content: string | null;
  excerpt: string | null;
  /** Canonical: without tracking parameters. Unique within the tool. */
  url: string;
  imageUrl: string | null;
  source: string | null;
  publishedAt: string;
  toolId: string;
  toolName: string;
  createdAt: string;
}

export interface ArticleMarkTable {
  userId: string;
  /** Of an article that stands for its story. */
  place: number;
  /** Null where nobody said so: then it is read if it was found up to the reader's `readThrough`. */
  isRead: number | null;
  isStarred: number;
}

/** How far a person has read. */
export interface NewsReaderTable {
  userId: string;
  /** Of all articles up to this `seq` none is unread, but for what the marks say. */
  readThrough: number;
  /** How many stories they have read in all. */
  readStories: number;
}

/** Kept by triggers: how many stories there are of each tool, and of all under an empty one. */
export interface StoryCountTable {
  toolId: string;
  stories: number;
}

/** Kept by triggers: how many stories were published in each quarter of an hour since 1970. */
export interface StoryQuarterTable {
  quarter: number;
  stories: number;
}

/** Kept by triggers: the papers of each category. */
export interface PaperCategoryTable {
  category: string;
  place: number;
}

/** Kept by triggers: how many papers there are of each category, and of all under an empty one. */
export interface PaperCountTable {
  category: string;
  papers: number;
}

/** Kept by triggers: how many papers were published on each day (UTC). */
export interface PaperDayTable {
  day: string;
  papers: number;
}

/** How far a person has looked, by what they look at: a section, or what others did. */
export interface CursorTable {
  userId: string;
  name: string;
  /** Of the last event that they have seen. */
  seq: number;
  /** When they looked last. */
  at: string;
  /** Where they stood before the visit that goes on, since which things are new to them; null on the first one. */
  previousSeq: number | null;
  previousAt: string | null;
}

/** The team's news feeds. */
export interface FeedTable {
  id: string;
  url: string;
  title: string;
  createdAt: string;
  /** JSON: what was found in it when it was last read; null until then. */
  reading: string | null;
}

/** How an outside source was the last time. */
export interface SourceStateTable {
  source: string;
  lastSuccessAt: string | null;
  lastErrorAt: string | null;
  lastError: string | null;
  nextTryAt: string | null;
}

/** Calls to the AI provider, by UTC day and person; an empty person is the server itself. */
export interface AiUsageTable {
  day: string;
  userId: string;
  calls: number;
}

/** The ledger: who did what to which item. Rows are added, and cleared away after years (`ACTIVITY_KEEP`). */
export interface EventTable {
  /** In the order of writing. */
  seq: Generated<number>;
  at: string;
  /** Null for the server itself, and for a person who is gone. */
  actorId: string | null;
  verb: string;
  kind: "tool" | "article" | "paper" | "prompt" | "reading";
  itemId: string;
  /** The item's title as it was then, so that an event can be read after the item is gone. */
  title: string;
  /** JSON object. */
  detail: Generated<string>;
}

/** What was deleted and can come back. */
export interface DeletionTable {
  id: string;
  kind: "tool" | "prompt" | "reading" | "comment";
  itemId: string;
  /** Of a comment, the reading that it is about. */
  containerId: string | null;
  /** Its title as it was; of a comment that of the reading. */
  title: string;
  /** The address of its picture, to find which uploads are in use. */
  image: string | null;
  /** JSON: how many of what went with it. */
  contents: Generated<string>;
  deletedAt: string;
  deletedBy: string | null;
}

/** The rows of what was deleted, as they were. */
export interface DeletedRowTable {
  deletionId: string;
  /** In the order in which they go back. */
  position: number;
  tableName: string;
  /** The id of the row, where it has one. */
  itemId: string | null;
  /** JSON object: the columns. */
  content: string;
}

/** What the search finds, of all kinds; the words themselves are in `search_words`, a full-text table, by `docId`. */
export interface SearchDocTable {
  /** Higher the later the time. */
  docId: number;
  kind: string;
  itemId: string;
  /** When it was published, or last updated by the team. */
  at: string;
}

/** What was added or changed and the search has not read yet; triggers note it. */
export interface SearchQueueTable {
  kind: string;
  itemId: string;
}

export interface Schema {
  users: UserTable;
  session: SessionTable;
  one_time_links: OneTimeLinkTable;
  api_tokens: ApiTokenTable;
  feed_tokens: FeedTokenTable;
  ai_tools: ToolTable;
  prompts: PromptTable;
  prompt_names: PromptNameTable;
  item_versions: ItemVersionTable;
  readings: ReadingTable;
  comments: CommentTable;
  comment_reads: CommentReadTable;
  images: ImageTable;
  pictures: PictureTable;
  feed_replies: FeedReplyTable;
  settings: SettingTable;
  job_runs: JobRunTable;
  research_papers: PaperTable;
  paper_marks: PaperMarkTable;
  paper_categories: PaperCategoryTable;
  paper_counts: PaperCountTable;
  paper_days: PaperDayTable;
  news_articles: ArticleTable;
  news_marks: ArticleMarkTable;
  news_readers: NewsReaderTable;
  story_counts: StoryCountTable;
  story_quarters: StoryQuarterTable;
  cursors: CursorTable;
  news_feeds: FeedTable;
  source_states: SourceStateTable;
  ai_usage: AiUsageTable;
  events: EventTable;
  deletions: DeletionTable;
  deleted_rows: DeletedRowTable;
  search_docs: SearchDocTable;
  search_queue: SearchQueueTable;
}

export type JobRunRow = Selectable<JobRunTable>;
export type PaperRow = Selectable<PaperTable>;
export type ArticleRow = Selectable<ArticleTable>;
export type NewsReaderRow = Selectable<NewsReaderTable>;
export type FeedRow = Selectable<FeedTable>;
export type SourceStateRow = Selectable<SourceStateTable>;

export type UserRow = Selectable<UserTable>;
export type OneTimeLinkRow = Selectable<OneTimeLinkTable>;
export type ApiTokenRow = Selectable<ApiTokenTable>;
export type FeedTokenRow = Selectable<FeedTokenTable>;
export type ToolRow = Selectable<ToolTable>;
export type PromptRow = Selectable<PromptTable>;
export type PromptNameRow = Selectable<PromptNameTable>;
export type ReadingRow = Selectable<ReadingTable>;
export type CommentRow = Selectable<CommentTable>;
export type FeedReplyRow = Selectable<FeedReplyTable>;
export type NewImageRow = Insertable<ImageTable>;
export type PictureRow = Selectable<PictureTable>;
export type EventRow = Selectable<EventTable>;
export type ItemVersionRow = Selectable<ItemVersionTable>;
export type DeletionRow = Selectable<DeletionTable>;
export type CursorRow = Selectable<CursorTable>;
