/** Style of a row that another user has just added or changed. */
export const CHANGED_ROW_STYLE = "bg-accent-soft transition-colors duration-500";
