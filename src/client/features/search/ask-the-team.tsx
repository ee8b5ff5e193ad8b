import { MessageCircleQuestion } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";

import { trpc } from "#client/api/trpc.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { Button } from "#client/ui/button.tsx";
import { itemAddress, itemOfRef } from "#shared/kernel/item-address.ts";
import type { Quote } from "#shared/search/ask.ts";

import { type FoundItem, ItemFinder } from "./item-finder.tsx";

const NO_REFS: ReadonlySet<string> = new Set();

/** Ref callback that focuses the button which opened the form. */
const focusControl = (control: HTMLElement | null) => control?.focus();

interface AskTheTeamProps {
  question: string;
  /** Items closest to the question, as suggestions. */
  closest: readonly Quote[];
}

/** Form that adds the question to the discussion of a chosen item, and opens that discussion. */
export function AskTheTeam({ question, closest }: AskTheTeamProps) {
  const [form, setForm] = useState<"unopened" | "open" | "closed">("unopened");
  const [picked, setPicked] = useState<FoundItem | null>(null);
  const ask = useAsk();

  function close() {
    setPicked(null);
    setForm("closed");
  }

  if (form !== "open") {
    return (
      <Button
        ref={form === "closed" ? focusControl : undefined}
        size="small"
        className="self-start"
        icon={<MessageCircleQuestion aria-hidden />}
        onClick={() => setForm("open")}
      >
        Ask the team
      </Button>
    );
  }
  const suggested = [...new Map(closest.map(({ ref, title }) => [ref, { ref, title }])).values()];
  return (
    <section
      aria-label="Ask the team"
      className="flex flex-col gap-3 rounded-control border border-line bg-canvas p-3"
    >
      {picked ? (
        <>
          <p className="wrap-anywhere">
            Your question starts a discussion about <bdi className="font-medium">{picked.title}</bdi>.
            Everyone can read it.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              ref={focusControl}
              variant="primary"
              isPending={ask.isPending}
              pendingLabel="Asking..."
              onClick={() => ask.mutate({ ref: picked.ref, content: question })}
            >
              Ask
            </Button>
            <Button variant="ghost" onClick={() => setPicked(null)}>
              Choose Another Item
            </Button>
            <Button variant="ghost" onClick={close}>
              Cancel
            </Button>
          </div>
        </>
      ) : (
        <>
          <ItemFinder
            takesFocus
            label="What is your question about?"
            excluded={NO_REFS}
            suggested={{ label: "Closest items", items: suggested }}
            onPick={setPicked}
            onLeave={close}
          />
          <Button size="small" variant="ghost" className="self-start" onClick={close}>
            Cancel
          </Button>
        </>
      )}
    </section>
  );
}

/** Returns a mutation that adds the question as a comment and opens it. */
function useAsk() {
  const { comments, search } = trpc.useUtils();
  const navigate = useNavigate();
  return trpc.comments.add.useMutation(
    useChange({
      done: "Question added",
      failed: { title: "Failed to add the question. Please try again." },
      onDone: ({ id }, { ref }) => {
        void comments.invalidate();
        void search.questions.invalidate();
        if (ref) void navigate(itemAddress(itemOfRef(ref), id));
      },
    }),
  );
}
