/** The longest text of a prompt, in Unicode code points, unless the operator raises it (PROMPT_MAX_LENGTH). */
export const DEFAULT_PROMPT_LENGTH = 5000;
/** The most that an operator can raise it to: several such texts still fit into the body of one call. */
export const MAX_PROMPT_LENGTH = 100_000;
/** The longest note on why an edit was made. */
export const MAX_EDIT_NOTE_LENGTH = 200;
