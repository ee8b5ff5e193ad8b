export const commentElementId = (commentId: string): string => `comment-${commentId}`;

/** Brings a comment into view and gives it the focus; false when the page has none of that id. */
export function showComment(commentId: string): boolean {
  const element = document.getElementById(commentElementId(commentId));
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
  return element !== null;
}
