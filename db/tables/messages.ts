/** Mentions, the inbox, channels, and messages to channels and people. */
import type { Generated } from "kysely";

import type { ChannelKind, DeliveryContent, DigestChoice } from "#shared/channels/delivery-words.ts";
import type { InboxReason, WatchKind, WatchLevel } from "#shared/inbox/inbox-words.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";

/** Mention of a person. Remains when its comment is deleted, for restoring it. */
interface CommentMentionTable {
  commentId: string;
  /** Position of the `@` in the comment's text, in UTF-16 units. */
  start: number;
  length: number;
  userId: string;
}

/** Item or topic that a person watches or mutes. */
interface WatchTable {
  userId: string;
  kind: WatchKind;
  /** Id of the item; for a topic, its name in lower case. */
  itemId: string;
  level: WatchLevel;
}

/** Event that concerns a person. */
interface InboxEntryTable {
  userId: string;
  eventSeq: number;
  reason: InboxReason;
  /** Item of the event. */
  kind: ItemKind;
  itemId: string;
  /** Comment of the event. */
  commentId: string | null;
  /** Time when the person marked it as done; null for an open entry. */
  doneAt: string | null;
}

/** Events whose remaining inbox entries are written in the background, because they have many recipients. */
interface InboxQueueTable {
  eventSeq: number;
}

/** Chat room, list or webhook that receives messages. */
interface ChannelTable {
  id: string;
  kind: ChannelKind;
  name: string;
  /** JSON list of email addresses, or a web address that may contain a secret. */
  address: string;
  /** Key that signs webhooks; null for other kinds. */
  secret: string | null;
  /** JSON: contents that the channel receives. */
  contents: string;
  /** Schedule of briefs, such as "Monday 8:00"; null for events. */
  schedule: string | null;
  /** Last event that it received or that didn't concern it. */
  lastSeq: number;
  lastOkAt: string | null;
  /** Error of the last attempt; null if it succeeded. */
  lastError: string | null;
  isOn: number;
  /** Time when the channel was turned on or its schedule changed. Earlier briefs are not sent. */
  onSince: string;
  /** Time when the server turned the channel off after failures; null if it didn't. */
  failedAt: string | null;
  createdAt: string;
}

/** Message to a channel or a person. Each has at most one that is waiting. */
interface DeliveryTable {
  id: string;
  channelId: string | null;
  userId: string | null;
  content: DeliveryContent;
  /** Range of its events: after the first number, up to the second. */
  fromSeq: number;
  toSeq: number;
  /** Scheduled time, unique for the channel or person; null for a message about events. */
  slot: string | null;
  /** JSON: addresses that have not accepted it yet; null for all. */
  recipients: string | null;
  /** `dropped`: abandoned after too many attempts. */
  state: "waiting" | "sent" | "dropped";
  /** Attempts so far, including the current one. */
  tries: Generated<number>;
  /** Time of the next attempt, by the server's clock. */
  nextTryAt: string;
  error: string | null;
  /** Process of the last attempt. */
  owner: Generated<string>;
  /** Lease expiry (ms since 1970, database clock). */
  leaseUntil: Generated<number>;
  createdAt: string;
  finishedAt: string | null;
}

/** Personal mail. */
interface MailSettingTable {
  userId: string;
  address: string;
  /** Time when its owner confirmed the address; null before. */
  confirmedAt: string | null;
  /** SHA-256 of the token in the last confirmation mail. */
  confirmHash: string | null;
  confirmUntil: string | null;
  digest: DigestChoice;
  /** 1 for a mail about each mention and reply. */
  atOnce: number;
  /** Last event that was mailed or needed no mail. */
  lastSeq: number;
  lastMailAt: string | null;
  /** Time of the last choice of digests. Earlier ones are not sent. */
  since: string;
  /** Error of the last attempt; null if it succeeded. */
  lastError: string | null;
}

export interface MessageTables {
  comment_mentions: CommentMentionTable;
  watches: WatchTable;
  inbox_entries: InboxEntryTable;
  inbox_queue: InboxQueueTable;
  channels: ChannelTable;
  deliveries: DeliveryTable;
  mail_settings: MailSettingTable;
}
