import { Ellipsis, Eye, EyeOff, Link2, TextQuote } from "lucide-react";

import { useToast } from "#client/ui/feedback/toast.tsx";
import { IconButton } from "#client/ui/icon-button.tsx";
import { Menu } from "#client/ui/menu/menu.tsx";
import { copyText, useCopyLink } from "#client/ui/text/copy-text.ts";
import { itemAddress } from "#shared/kernel/item-address.ts";
import { formatBibtex } from "#shared/papers/paper-words.ts";
import type { Paper } from "#shared/papers/papers.ts";
import { plainTex } from "#shared/tex/tex-text.ts";

import type { SetPaperFlags } from "./use-paper-changes.ts";

/** Menu with further actions for a paper. */
export function PaperMenu({ paper, onMark }: { paper: Paper; onMark: SetPaperFlags }) {
  const copyLink = useCopyLink();
  const copyBibtex = useCopyBibtex();
  return (
    <Menu
      trigger={
        <IconButton size="small" label={`More for ${plainTex(paper.title)}`}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
      groups={[
        [
          {
            label: "Copy as BibTeX",
            icon: <TextQuote aria-hidden />,
            onSelect: () => void copyBibtex(paper),
          },
          {
            label: "Copy Link",
            icon: <Link2 aria-hidden />,
            onSelect: () => void copyLink(itemAddress({ kind: "paper", id: paper.id }), "paper"),
          },
        ],
        [
          paper.isHidden
            ? {
                label: "Show Again",
                icon: <Eye aria-hidden />,
                onSelect: () => onMark(paper, { isHidden: false }),
              }
            : {
                label: "Hide",
                icon: <EyeOff aria-hidden />,
                onSelect: () => onMark(paper, { isHidden: true }),
              },
        ],
      ]}
    />
  );
}

function useCopyBibtex() {
  const toast = useToast();
  return async (paper: Paper) => {
    const bibtex = formatBibtex(paper);
    if (await copyText(bibtex)) toast.success("BibTeX Copied", plainTex(paper.title));
    else toast.info("Copy This BibTeX", bibtex);
  };
}
