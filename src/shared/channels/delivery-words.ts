export const CHANNEL_KINDS = ["email", "slack", "teams", "discord", "webhook"] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

export const CHANNEL_WORDS: Readonly<Record<ChannelKind, { label: string; address: string; hint: string }>> =
  {
    email: { label: "Email list", address: "Email addresses", hint: "One address per line" },
    slack: { label: "Slack", address: "Webhook address", hint: "https://hooks.slack.com/services/…" },
    teams: {
      label: "Microsoft Teams",
      address: "Workflow address",
      hint: "The address that Workflows shows after “Post to a channel when a webhook request is received”",
    },
    discord: { label: "Discord", address: "Webhook address", hint: "https://discord.com/api/webhooks/…" },
    webhook: { label: "Webhook", address: "Address", hint: "https://example.com/stackloop" },
  };

export const SCHEDULE_DAYS = [
  "Daily",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
  "Monthly",
] as const;

export const MAX_CHANNELS = 50;
/** Maximum number of addresses of an email list. */
export const MAX_LIST_ADDRESSES = 50;

/** Message on screens that offer mail, if the server has no mail server. */
export const NO_MAIL_MESSAGE = "E-mail isn't set up. Ask an administrator to set SMTP_URL.";

/** Contents of a delivery. `digest` and `inbox` go to people, the others to channels. */
const DELIVERY_CONTENTS = ["brief", "events", "digest", "inbox"] as const;
export type DeliveryContent = (typeof DELIVERY_CONTENTS)[number];

export const DIGEST_CHOICES = ["never", "daily", "weekly"] as const;
export type DigestChoice = (typeof DIGEST_CHOICES)[number];
