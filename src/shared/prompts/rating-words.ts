export const MAX_STARS = 5;
/** Maximum length of a rating's note. */
export const MAX_RATING_NOTE_LENGTH = 200;

/** Formats an average of stars: "★ 4.5 (2)". */
export const starsInWords = ({ stars, count }: { stars: number; count: number }): string =>
  `★ ${stars} (${count.toLocaleString("en-US")})`;

/** The same, with the version if it is not the current one: "★ 4.5 (2) for version 3". */
export const ratingInWords = (
  rated: Parameters<typeof starsInWords>[0] & { version: number; isCurrent: boolean },
): string => `${starsInWords(rated)}${rated.isCurrent ? "" : ` for version ${rated.version}`}`;

/** Formats a number of stars: "1 star", "4 stars". */
export const countStars = (stars: number): string => `${stars} ${stars === 1 ? "star" : "stars"}`;
