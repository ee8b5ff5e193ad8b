/** The longest text that admins tell assistants besides what StackLoop tells them. */
export const MAX_GUIDANCE_LENGTH = 2000;
