/** How a row looks that somebody else has just added or changed. */
export const ROW_MARK = "bg-accent-soft transition-colors duration-500";
