/** Maximum length of the admins' own guidance for assistants. */
export const MAX_GUIDANCE_LENGTH = 2000;

/** Default maximum length of a prompt, in Unicode code points. The operator can raise it (PROMPT_MAX_LENGTH). */
export const DEFAULT_PROMPT_LENGTH = 5000;
/** Highest value for the operator's limit. Several of these texts still fit into one request body. */
export const MAX_PROMPT_LENGTH = 100_000;
/** Maximum length of a note on an edit. */
export const MAX_EDIT_NOTE_LENGTH = 200;
