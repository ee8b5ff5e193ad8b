import { Link } from "react-router-dom";

import { type NamedItem, useToolInBrief } from "#client/features/links/use-links.ts";
import { RingChip } from "#client/features/verdicts/ring-chip.tsx";
import { usePresentVerdicts } from "#client/features/verdicts/use-verdicts.ts";
import { Tooltip } from "#client/ui/feedback/tooltip.tsx";
import { itemAddress, itemOfRef, toolPageAddress } from "#shared/kernel/item-address.ts";

/** Mention in a text. It links to the item; for a tool it also shows a short summary. */
export function NameLink({ name: { ref, spelled, title } }: { name: NamedItem }) {
  const item = itemOfRef(ref);
  const isTool = item.kind === "tool";
  return (
    <Tooltip label={isTool ? <ToolInBrief id={item.id} name={title} /> : title}>
      <Link
        to={isTool ? toolPageAddress(item.id) : itemAddress(item)}
        className="rounded-chip underline decoration-ink-faint decoration-dotted underline-offset-3 hover:text-accent-ink hover:decoration-solid"
      >
        {spelled}
      </Link>
    </Tooltip>
  );
}

/** A tool's verdict and its purpose. */
function ToolInBrief({ id, name }: { id: string; name: string }) {
  const { verdicts, loading } = usePresentVerdicts();
  const verdict = verdicts.get(id);
  const use = useToolInBrief(id)?.use;
  return (
    <span className="flex flex-col gap-1 py-0.5">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="font-semibold wrap-anywhere">{name}</bdi>{" "}
        {verdict && <RingChip ring={verdict.ring} />}
        {!verdict && loading.isKnown && <span className="font-normal">No verdict yet</span>}
      </span>
      {use && <span className="line-clamp-4 font-normal wrap-anywhere">{use}</span>}
    </span>
  );
}
