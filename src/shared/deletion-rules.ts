/** How long what was deleted can be restored, in days. */
export const DELETIONS_KEPT_DAYS = 30;
