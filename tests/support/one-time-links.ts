/** The token of a one-time link, as it stands in its address. */
export const tokenOf = (url: string): string => new URL(url).search.split("=")[1] ?? "";
