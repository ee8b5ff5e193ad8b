import type { TokenScope } from "#shared/tokens.ts";

/** What a token may do, as people choose it. */
interface Scope {
  value: TokenScope;
  name: string;
  text: string;
}

export const SCOPES: readonly Scope[] = [
  { value: "read", name: "Read", text: "Sees what you can see. Changes nothing." },
  {
    value: "write",
    name: "Read and add",
    text: "Assistants also add tools, prompts, readings and comments in your name. Scripts can change and delete whatever you can.",
  },
];

export const scopeName = (scope: TokenScope) => SCOPES.find(({ value }) => value === scope)?.name;
