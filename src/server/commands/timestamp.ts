/** This moment as it can stand in a file's name; names sort by time. */
export const timestamp = (): string => new Date().toISOString().replaceAll(/[:.]/gu, "-");
