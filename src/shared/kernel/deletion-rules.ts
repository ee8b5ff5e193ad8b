/** Time for which deleted items can be restored, in days. */
export const DELETION_RETENTION_DAYS = 30;

/** Maximum number of characters shown of a deleted comment. */
export const DELETED_EXCERPT_LENGTH = 80;
