import { Fact } from "#client/ui/text/fact.tsx";

import { useAliases } from "./use-aliases.ts";

/** Aliases of a tool; hidden if there are none. */
export function AliasFact({ toolId }: { toolId: string }) {
  const { items = [] } = useAliases(toolId);
  if (items.length === 0) return null;
  return (
    <Fact label="Also known as" isWide>
      <span className="wrap-anywhere">{items.map(({ spelled }) => spelled).join(", ")}</span>
    </Fact>
  );
}
