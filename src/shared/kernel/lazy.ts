/**
 * Returns a function that creates a value on its first call. For values that are slow to create, such as `Intl` formats.
 */
export function lazy<Value>(create: () => Value): () => Value {
  let created: { value: Value } | undefined;
  return () => (created ??= { value: create() }).value;
}
