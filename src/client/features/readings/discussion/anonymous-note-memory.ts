const keyOf = (userId: string) => `anonymous-note-dismissed ${userId}`;
const watchers = new Set<() => void>();
/** For browsers that forbid storage: dismissed until the page is loaded again. */
const dismissed = new Set<string>();

/** Whether this person dismissed the note in this browser. */
export function isAnonymousNoteDismissed(userId: string): boolean {
  try {
    return dismissed.has(userId) || localStorage.getItem(keyOf(userId)) !== null;
  } catch {
    return dismissed.has(userId);
  }
}

/** Dismisses the note in every discussion that is open, and in this browser for good. */
export function dismissAnonymousNote(userId: string): void {
  dismissed.add(userId);
  try {
    localStorage.setItem(keyOf(userId), "yes");
  } catch {
    // Storage may be forbidden or full.
  }
  for (const watcher of watchers) watcher();
}

/** Calls back when the note was dismissed. */
export function onAnonymousNote(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
