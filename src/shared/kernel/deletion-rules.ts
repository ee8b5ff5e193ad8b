/** How long what was deleted can be restored, in days. */
export const DELETION_RETENTION_DAYS = 30;

/** How much of a deleted comment is shown. */
export const DELETED_EXCERPT_LENGTH = 80;
