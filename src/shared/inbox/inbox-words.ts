import { ITEM_KINDS, type ItemKind, KINDS } from "#shared/kernel/item-address.ts";
import { withArticle } from "#shared/kernel/text-rules.ts";

/** Reasons for an inbox entry. Of several, the first applies. */
export const INBOX_REASONS = ["mentioned", "replied", "yours", "discussed", "review", "watched"] as const;
export type InboxReason = (typeof INBOX_REASONS)[number];

/** Kinds that people watch or mute: items, and topics of readings. */
const WATCH_KINDS = [...ITEM_KINDS, "topic"] as const;
export type WatchKind = (typeof WATCH_KINDS)[number];

export const WATCH_LEVELS = ["watch", "mute"] as const;
export type WatchLevel = (typeof WATCH_LEVELS)[number];

/** Possible recipient of an event, in addition to the people it addresses. */
export interface AudienceMember {
  userId: string;
  /** Reason why the event may concern them. Watchers of an item include those who muted it. */
  audience: "adder" | "participants" | "watchers" | "topic watchers";
  /** For watchers: whether they watch or mute it. */
  level: WatchLevel | null;
}

/** Maximum number of open entries shown. Above it, the count is "99+". */
export const MAX_OPEN_SHOWN = 99;
/** Number of days for which done entries are stored. */
export const DONE_DAYS = 90;

/** Describes why an entry is in the inbox, such as "commented on your tool". Used after the author's name. */
export function reasonWords(reason: InboxReason, kind: ItemKind, isComment: boolean): string {
  const { one } = KINDS[kind];
  switch (reason) {
    case "mentioned":
      return "mentioned you";
    case "replied":
      return "replied to you";
    case "yours":
      return `commented on your ${one}`;
    case "discussed":
      return `commented on ${withArticle(one)} that you discuss`;
    case "review":
      return "review due: a verdict you made";
    default:
      return `${isComment ? "commented on" : "changed"} ${withArticle(one)} that you watch`;
  }
}
