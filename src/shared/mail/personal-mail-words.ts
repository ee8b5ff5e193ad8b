/** Shown wherever mail would be set up, if the server has no mail server. */
export const NO_MAIL = "E-mail isn't set up. Ask an administrator to set SMTP_URL.";

/** Contents of a delivery. `digest` and `inbox` go to people, the others to channels. */
const DELIVERY_CONTENTS = ["brief", "events", "digest", "inbox"] as const;
export type DeliveryContent = (typeof DELIVERY_CONTENTS)[number];

export const DIGEST_CHOICES = ["never", "daily", "weekly"] as const;
export type DigestChoice = (typeof DIGEST_CHOICES)[number];
