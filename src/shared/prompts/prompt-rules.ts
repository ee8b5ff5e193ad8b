/** Maximum length of the admins' own guidance for assistants. */
export const MAX_GUIDANCE_LENGTH = 2000;

/** Default maximum length of a prompt, in Unicode code points. The operator can raise it (PROMPT_MAX_LENGTH). */
export const DEFAULT_PROMPT_LENGTH = 5000;
/** Maximum value of the operator's limit. Several prompts of this length still fit into one request body. */
export const MAX_PROMPT_LENGTH = 100_000;
/** Maximum length of a note on an edit. */
export const MAX_EDIT_NOTE_LENGTH = 200;

export const MAX_STARS = 5;
/** Maximum length of a rating's note. */
export const MAX_RATING_NOTE_LENGTH = 200;

/** Formats an average rating: "★ 4.5 (2)". */
const formatStars = ({ stars, count }: { stars: number; count: number }): string =>
  `★ ${stars} (${count.toLocaleString("en-US")})`;

/** Formats an average rating, with the version if it is not the current one: "★ 4.5 (2) for version 3". */
export const formatRating = (
  rated: Parameters<typeof formatStars>[0] & { version: number; isCurrent: boolean },
): string => `${formatStars(rated)}${rated.isCurrent ? "" : ` for version ${rated.version}`}`;

/** Formats a number of stars: "1 star", "4 stars". */
export const formatStarCount = (stars: number): string => `${stars} ${stars === 1 ? "star" : "stars"}`;
