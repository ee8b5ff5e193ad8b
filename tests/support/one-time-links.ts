/** The token in the address of a one-time link. */
export const tokenOf = (url: string): string => new URL(url).search.split("=")[1] ?? "";
