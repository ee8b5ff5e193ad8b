/** Cache of the most recently stored values, up to a total size. */
export class SizedCache<Value> {
  /** Least recently stored first. */
  readonly #values = new Map<string, { value: Value; size: number }>();
  readonly #maxSize: number;
  readonly #sizeOf: (value: Value) => number;
  #size = 0;

  constructor(maxSize: number, sizeOf: (value: Value) => number) {
    this.#maxSize = maxSize;
    this.#sizeOf = sizeOf;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key)?.value;
  }

  set(key: string, value: Value): void {
    this.delete(key);
    const size = this.#sizeOf(value);
    this.#values.set(key, { value, size });
    this.#size += size;
    for (const oldest of this.#values.keys()) {
      if (this.#size <= this.#maxSize) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#size -= this.#values.get(key)?.size ?? 0;
    this.#values.delete(key);
  }
}
