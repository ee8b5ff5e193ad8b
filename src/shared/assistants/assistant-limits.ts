/** Maximum length of the admins' own guidance for assistants. */
export const MAX_GUIDANCE_LENGTH = 2000;
