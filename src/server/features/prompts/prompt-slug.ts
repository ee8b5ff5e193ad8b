/**
 * Returns the slug that assistants use for a prompt of this name: `bug-report`. Uses the id if the name has no ASCII
 * letter.
 */
export function slugOf(name: string, id: string): string {
  const slug = toSlug(name.normalize("NFKD").replaceAll(/\p{M}/gu, ""));
  // Cut between two words if possible. All assistants accept 60 characters, so this leaves room for a number.
  const whole = /^.{1,54}(?=-|$)/u.exec(slug)?.[0] ?? slug.slice(0, 54);
  return whole || `prompt-${toSlug(id).replaceAll("-", "").slice(0, 8)}`;
}

const toSlug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-|-$/gu, "");

/** Slugs in use, each with the next number to try as a suffix. */
export class TakenSlugs {
  readonly #next = new Map<string, number>();

  add(slug: string): void {
    if (!this.#next.has(slug)) this.#next.set(slug, 2);
  }

  /** Reserves and returns the slug, with the first free numeric suffix if it is taken. */
  take(slug: string): string {
    let free = slug;
    for (let number = this.#next.get(slug) ?? 2; this.#next.has(free); number += 1) {
      free = `${slug}-${number}`;
      this.#next.set(slug, number + 1);
    }
    this.add(free);
    return free;
  }
}
