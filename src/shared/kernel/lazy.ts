/** What `create` gives, made when it is first asked for: for what takes long to make and is seldom needed. */
export function lazy<Value>(create: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: create() }).value;
}
