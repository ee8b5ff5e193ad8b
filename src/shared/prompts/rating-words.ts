export const MAX_STARS = 5;
/** Maximum length of the sentence that goes with the stars. */
export const MAX_RATING_NOTE_LENGTH = 200;

/** Formats an average of stars: "★ 4.5 (2)". */
export const starsInWords = ({ stars, count }: { stars: number; count: number }): string =>
  `★ ${stars} (${count.toLocaleString("en-US")})`;

/** Formats a number of stars: "1 star", "4 stars". */
export const countStars = (stars: number): string => `${stars} ${stars === 1 ? "star" : "stars"}`;
