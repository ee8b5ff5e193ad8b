import type { Db } from "#db/database.ts";
import { countRows, SHOWN_NAMES } from "#db/rows.ts";
import type { MailSettingRow } from "#db/schema.ts";
import type { DigestChoice } from "#shared/channels/delivery-words.ts";

export const findMailSettings = (db: Db, userId: string): Promise<MailSettingRow | undefined> =>
  db.selectFrom("mail_settings").selectAll().where("userId", "=", userId).executeTakeFirst();

/** Selects the settings of enabled people with a confirmed address. */
const confirmedSettings = (db: Db) =>
  db
    .selectFrom("mail_settings")
    .innerJoin("users", "users.id", "mail_settings.userId")
    .where("mail_settings.confirmedAt", "is not", null)
    .where("users.disabledAt", "is", null);

/** Returns a person's settings, if the account is enabled and the address is confirmed. */
export const findConfirmedSettings = (db: Db, userId: string): Promise<MailSettingRow | undefined> =>
  confirmedSettings(db)
    .selectAll("mail_settings")
    .where("mail_settings.userId", "=", userId)
    .executeTakeFirst();

export const upsertMailSettings = (db: Db, { userId, ...settings }: MailSettingRow) =>
  db
    .insertInto("mail_settings")
    .values({ userId, ...settings })
    .onConflict((conflict) => conflict.column("userId").doUpdateSet(settings))
    .execute();

export const updateMailSettings = (
  db: Db,
  userId: string,
  changes: Partial<Omit<MailSettingRow, "userId">>,
): Promise<MailSettingRow | undefined> =>
  db.updateTable("mail_settings").set(changes).where("userId", "=", userId).returningAll().executeTakeFirst();

/** Confirms the address for which a valid token was sent. Returns the settings, or undefined for an invalid token. */
export const confirmAddress = (
  db: Db,
  { confirmHash, now }: { confirmHash: string; now: string },
): Promise<MailSettingRow | undefined> =>
  db
    .updateTable("mail_settings")
    .set({ confirmedAt: now, confirmHash: null, confirmUntil: null, since: now, lastError: null })
    .where("confirmHash", "=", confirmHash)
    .where("confirmUntil", ">", now)
    .returningAll()
    .executeTakeFirst();

/** True if a confirmation token is still valid. */
export async function isConfirmable(db: Db, confirmHash: string, now: string): Promise<boolean> {
  const found = await db
    .selectFrom("mail_settings")
    .select("userId")
    .where("confirmHash", "=", confirmHash)
    .where("confirmUntil", ">", now)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns at most two enabled accounts with a confirmed address and this name or address. */
export const listPasswordLinkTargets = (
  db: Db,
  { usernameFolded, address, exceptHash }: { usernameFolded: string; address: string; exceptHash: string },
) =>
  confirmedSettings(db)
    .select(["mail_settings.userId", "mail_settings.address", "users.username"])
    .where("users.password", "!=", exceptHash)
    .where(({ eb, fn, or }) =>
      or([
        eb("users.usernameFolded", "=", usernameFolded),
        eb(fn<string>("lower", ["address"]), "=", address),
      ]),
    )
    .orderBy("mail_settings.userId")
    .limit(2)
    .execute();

export const deleteWaitingMail = (db: Db, userId: string) =>
  db.deleteFrom("deliveries").where("userId", "=", userId).where("state", "=", "waiting").execute();

/** Selects the settings of enabled people with a confirmed address and no waiting mail. */
const settingsWithoutWaitingMail = (db: Db) =>
  confirmedSettings(db).where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom("deliveries")
          .select("deliveries.id")
          .whereRef("deliveries.userId", "=", "mail_settings.userId")
          .where("deliveries.state", "=", "waiting"),
      ),
    ),
  );

/** Returns the people whose digest for a slot is due. */
export const listDigestsDue = (db: Db, digest: DigestChoice, slot: string, limit: number) =>
  settingsWithoutWaitingMail(db)
    .select(["mail_settings.userId", "mail_settings.lastSeq", "mail_settings.lastMailAt"])
    .where("mail_settings.digest", "=", digest)
    .where("mail_settings.since", "<", slot)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("deliveries")
            .select("deliveries.id")
            .whereRef("deliveries.userId", "=", "mail_settings.userId")
            .where("deliveries.slot", "=", slot),
        ),
      ),
    )
    .orderBy("mail_settings.userId")
    .limit(limit)
    .execute();

/** Selects open inbox entries about mentions and replies, unless the person has seen the discussion since. */
const unseenEntries = (db: Db) =>
  db
    .selectFrom("inbox_entries")
    .innerJoin("events", "events.seq", "inbox_entries.eventSeq")
    .leftJoin("comment_reads", (join) =>
      join
        .onRef("comment_reads.userId", "=", "inbox_entries.userId")
        .onRef("comment_reads.kind", "=", "inbox_entries.kind")
        .onRef("comment_reads.itemId", "=", "inbox_entries.itemId"),
    )
    .where("inbox_entries.doneAt", "is", null)
    .where("inbox_entries.reason", "in", ["mentioned", "replied"])
    .where(({ eb, or, ref }) =>
      or([eb("comment_reads.seenAt", "is", null), eb("comment_reads.seenAt", "<", ref("events.at"))]),
    );

/** Returns people who want to be mailed about new entries at once and have some, with their last entry. */
export const listInboxMailsDue = (db: Db, limit: number) =>
  settingsWithoutWaitingMail(db)
    .innerJoin(
      unseenEntries(db).select(["inbox_entries.userId", "inbox_entries.eventSeq"]).as("entries"),
      (join) =>
        join
          .onRef("entries.userId", "=", "mail_settings.userId")
          .onRef("entries.eventSeq", ">", "mail_settings.lastSeq"),
    )
    .select(({ fn }) => [
      "mail_settings.userId",
      "mail_settings.lastSeq",
      "mail_settings.lastMailAt",
      fn.max("entries.eventSeq").as("toSeq"),
    ])
    .where("mail_settings.atOnce", "=", 1)
    .groupBy(["mail_settings.userId", "mail_settings.lastSeq", "mail_settings.lastMailAt"])
    .orderBy("mail_settings.userId")
    .limit(limit)
    .execute();

/** Returns a person's entries after one event and up to another, oldest first, with authors and comments. */
export const listMailEntries = (
  db: Db,
  { userId, fromSeq, toSeq }: { userId: string; fromSeq: number; toSeq: number },
  limit: number,
) =>
  unseenEntries(db)
    .leftJoin("users", "users.id", "events.actorId")
    .leftJoin("comments", (join) =>
      join.onRef("comments.id", "=", "inbox_entries.commentId").on("comments.deletedAt", "is", null),
    )
    .select([
      "inbox_entries.reason",
      "inbox_entries.kind",
      "inbox_entries.itemId",
      "inbox_entries.commentId",
      "events.title",
      "comments.content",
      ...SHOWN_NAMES,
    ])
    .where("inbox_entries.userId", "=", userId)
    .where("inbox_entries.eventSeq", ">", fromSeq)
    .where("inbox_entries.eventSeq", "<=", toSeq)
    .orderBy("inbox_entries.eventSeq")
    .limit(limit)
    .execute();

/** Counts a person's open inbox entries. */
export const countOpenEntries = (db: Db, userId: string): Promise<number> =>
  countRows(db.selectFrom("inbox_entries").where("userId", "=", userId).where("doneAt", "is", null));
