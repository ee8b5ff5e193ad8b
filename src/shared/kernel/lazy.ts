/** Creates a value on first use, for expensive ones that are rarely needed. */
export function lazy<Value>(create: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: create() }).value;
}
