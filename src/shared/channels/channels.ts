import { z } from "zod";

import { briefDraftSchema } from "#shared/brief/briefs.ts";
import { pageRequestSchema } from "#shared/kernel/paging.ts";
import { TEXT_LIMITS } from "#shared/kernel/text-rules.ts";
import { httpUrl, idSchema, line, requiredLine } from "#shared/kernel/text.ts";
import { mailAddressSchema } from "#shared/mail/personal-mail.ts";

import { CHANNEL_KINDS, MAX_LIST_ADDRESSES, SCHEDULE_DAYS } from "./delivery-words.ts";

const channelKindSchema = z.enum(CHANNEL_KINDS);

const DAYS = SCHEDULE_DAYS.join("|");
/** Day and time in the workspace's time zone: "Monday 8:00", "Daily 17:30", "Monthly 8:00". */
const channelScheduleSchema = z
  .string()
  .regex(
    new RegExp(`^(?:${DAYS}) (?:1?\\d|2[0-3]):[0-5]\\d$`, "u"),
    'Enter a day and a time, such as "Monday 8:00"',
  );

/** Events that a channel receives as they happen. */
const eventChoices = z
  .strictObject({
    kind: z.literal("events"),
    verdicts: z.boolean(),
    newTools: z.boolean(),
    /** Tag of items whose activity the channel receives. Empty for none. */
    tag: line(TEXT_LIMITS.tag).default(""),
  })
  .refine(({ verdicts, newTools, tag }) => verdicts || newTools || tag !== "", "Choose at least one event");

export const channelContentsSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("brief"), schedule: channelScheduleSchema }),
  eventChoices,
]);
export type ChannelContents = z.infer<typeof channelContentsSchema>;

const name = requiredLine(TEXT_LIMITS.name, "Name is required");

const mailAddresses = z
  .array(mailAddressSchema)
  .min(1, "Enter at least one email address")
  .max(MAX_LIST_ADDRESSES, `Use at most ${MAX_LIST_ADDRESSES} addresses`)
  .transform((addresses) => [...new Set(addresses)]);

/** Destination of a channel's messages. */
const addressFields = {
  /** Addresses of an email list. */
  emails: mailAddresses.optional(),
  /** Web address of the other kinds. It may contain a secret, so it is never returned. */
  url: httpUrl.optional(),
};

export const newChannelSchema = z
  .strictObject({ kind: channelKindSchema, name, contents: channelContentsSchema, ...addressFields })
  .superRefine(({ kind, emails, url }, context) => {
    if (kind === "email" && emails === undefined)
      context.addIssue({ code: "custom", path: ["emails"], message: "Enter at least one email address" });
    if (kind !== "email" && url === undefined)
      context.addIssue({ code: "custom", path: ["url"], message: "Please enter a valid URL" });
  });
export type NewChannel = z.infer<typeof newChannelSchema>;

/** Changes to a channel. Fields that are left out stay unchanged. */
export const channelEditSchema = z.strictObject({
  id: idSchema,
  name: name.optional(),
  contents: channelContentsSchema.optional(),
  isOn: z.boolean().optional(),
  ...addressFields,
});
export type ChannelEdit = z.infer<typeof channelEditSchema>;

export const channelSchema = z.object({
  id: idSchema,
  kind: channelKindSchema,
  name: z.string(),
  /** Addresses of an email list. Empty for other kinds. */
  emails: z.array(z.string()),
  /** Host and last four characters of a web address: "hooks.slack.com/…x7Qa". Null for email lists. */
  address: z.string().nullable(),
  contents: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("brief"), schedule: z.string() }),
    z.object({ kind: z.literal("events"), verdicts: z.boolean(), newTools: z.boolean(), tag: z.string() }),
  ]),
  isOn: z.boolean(),
  /** Time of the next brief. Null for a channel with events, and while the channel is off. */
  nextAt: z.iso.datetime().nullable(),
  lastOkAt: z.iso.datetime().nullable(),
  lastError: z.string().nullable(),
  /** Time of the next attempt after a failure. */
  retryAt: z.iso.datetime().nullable(),
  /** Time when the server turned the channel off after failures. */
  failedAt: z.iso.datetime().nullable(),
});
export type Channel = z.infer<typeof channelSchema>;

/** New channel with the key that signs its webhooks, which is shown only once. */
export const createdChannelSchema = channelSchema.extend({ secret: z.string().nullable() });
export type CreatedChannel = z.infer<typeof createdChannelSchema>;

export const channelListSchema = z.object({
  channels: z.array(channelSchema),
  /** False if the server has no mail server. */
  hasMail: z.boolean(),
  timeZone: z.string(),
});
export type ChannelList = z.infer<typeof channelListSchema>;

/** Message that was sent, dropped or is waiting. */
export const deliverySchema = z.object({
  id: idSchema,
  content: z.string(),
  state: z.enum(["waiting", "sent", "dropped"]),
  tries: z.int(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** Time of the next attempt, while the message is waiting. */
  nextTryAt: z.iso.datetime().nullable(),
  error: z.string().nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;

export const deliveriesRequestSchema = pageRequestSchema.extend({ channelId: idSchema });
export type DeliveriesRequest = z.infer<typeof deliveriesRequestSchema>;

/** Result of a message that was sent immediately. */
export const sendOutcomeSchema = z.object({
  /** Null if the receiver accepted the message. */
  error: z.string().nullable(),
});
export type SendOutcome = z.infer<typeof sendOutcomeSchema>;

/** Brief to send immediately with these choices: to a channel, or to people by mail. */
export const sendBriefRequestSchema = briefDraftSchema
  .safeExtend({ channelId: idSchema.optional(), emails: mailAddresses.optional() })
  .refine(({ channelId, emails }) => (channelId === undefined) !== (emails === undefined), {
    path: ["channelId"],
    error: "Choose a channel, or enter email addresses",
  });
export type SendBriefRequest = z.infer<typeof sendBriefRequestSchema>;
