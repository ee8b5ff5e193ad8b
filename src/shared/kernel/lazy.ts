/** Creates a value on first use, for expensive ones that are rarely needed, such as those of `Intl`. */
export function lazy<Value>(create: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: create() }).value;
}
