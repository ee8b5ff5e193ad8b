/** What assistants call a prompt of this name: `bug-report`. One without any ASCII letter is called by its id. */
export function slugOf(name: string, id: string): string {
  const slug = toSlug(name.normalize("NFKD").replaceAll(/\p{M}/gu, ""));
  // Cut between two words where there are several. So there is room for a number: of 60 characters all assistants take.
  const whole = /^.{1,54}(?=-|$)/u.exec(slug)?.[0] ?? slug.slice(0, 54);
  return whole || `prompt-${toSlug(id).replaceAll("-", "").slice(0, 8)}`;
}

const toSlug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-|-$/gu, "");

/** Slugs that are taken, each with the number that may be free behind it. */
export class TakenSlugs {
  readonly #next = new Map<string, number>();

  add(slug: string): void {
    if (!this.#next.has(slug)) this.#next.set(slug, 2);
  }

  /** The slug itself, or the first of it with a number that is not taken; which it then is. */
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
