import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";

import { messageOf, statusOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { saveBlob, useExport } from "#client/features/exports/use-export.ts";
import { isFieldError, useChange } from "#client/features/library/use-change.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { copyFormatted } from "#client/ui/text/copy-text.ts";
import { briefHtml, briefMarkdown } from "#shared/brief/brief-texts.ts";
import type { BriefDocument, BriefChoices, BriefRequest, OpenBrief } from "#shared/brief/briefs.ts";

/** Loads the brief of a period, with the saved choices. */
export function useOpenBrief(days: BriefRequest) {
  const { data, error, isFetching, refetch } = trpc.briefs.open.useQuery(days, {
    // An open brief must not move while its author edits it.
    staleTime: Infinity,
    refetchOnMount: "always",
    gcTime: 0,
    retry: false,
  });
  const isError = error !== null && !isFetching;
  return {
    brief: data,
    problem: isError ? messageOf(error, "Couldn't load the brief.") : null,
    // Not retried, because invalid days remain invalid.
    retry: statusOf(error) === 400 ? null : () => void refetch(),
  };
}

const NO_CHOICES: BriefChoices = { headline: "", note: "", hidden: [], sections: [] };
/** Time in milliseconds after the last change until a draft is saved. */
const SAVE_AFTER_MS = 800;

/** Manages the choices for a brief. They are saved shortly after each change. */
export function useDraft({ document, draft }: OpenBrief) {
  const { from, to } = document.period;
  const toast = useToast();
  const [choices, setChoices] = useState(draft ?? NO_CHOICES);
  const [saved, setSaved] = useState(choices);
  const { mutateAsync, isError } = trpc.briefs.saveDraft.useMutation();
  const latest = useRef(choices);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  /** Saves the last change. Resolves to false on failure. */
  async function save(): Promise<boolean> {
    const toSave = latest.current;
    try {
      await mutateAsync({ from, to, ...toSave });
      setSaved(toSave);
      return true;
    } catch (error) {
      toast.failure("Draft not saved", messageOf(error, "Please try again."));
      return false;
    }
  }

  const saveOnLeave = useEffectEvent(() => {
    clearTimeout(timer.current);
    if (latest.current !== saved) void mutateAsync({ from, to, ...latest.current }).catch(() => {});
  });
  useEffect(() => () => saveOnLeave(), []);

  function change(changes: Partial<BriefChoices>) {
    const next = { ...choices, ...changes };
    latest.current = next;
    setChoices(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), SAVE_AFTER_MS);
  }

  return {
    choices,
    change,
    isSaved: saved === choices,
    /** True after a failure, until the next save. */
    hasFailed: isError,
    /** Saves pending changes. */
    flush: () => {
      clearTimeout(timer.current);
      return latest.current === saved ? Promise.resolve(true) : save();
    },
  };
}

/** Returns a mutation that publishes the brief of a period and opens it. */
export function usePublish({ from, to }: { from: string; to: string }) {
  const navigate = useNavigate();
  const { briefs } = trpc.useUtils();
  const { mutate, isPending } = trpc.briefs.publish.useMutation(
    useChange({
      done: () => ({ title: "Brief published", text: "Everybody on the team can read it." }),
      failed: "Brief not published",
      onDone({ id }) {
        void briefs.list.invalidate();
        void navigate(`/brief/${id}`);
      },
    }),
  );
  return { publish: (choices: BriefChoices) => mutate({ from, to, ...choices }), isPending };
}

/** Returns a mutation that sends a brief immediately, and calls `onSent` once it was sent. */
export function useSendBrief(onSent: () => void) {
  const toast = useToast();
  return trpc.channels.sendBrief.useMutation(
    useChange({
      failed: "Brief not sent",
      onDone({ error }) {
        if (error === null) {
          toast.success("Brief sent");
          onSent();
        } else toast.failure("Brief not delivered", error);
      },
      isShown: isFieldError,
    }),
  );
}

/** Returns functions that save and copy a brief. */
export function useBriefFiles(document: BriefDocument) {
  const toast = useToast();
  const { save, isPending } = useExport();
  const { origin } = window.location;
  const markdown = () => briefMarkdown(document, origin);
  const { from, to } = document.period;
  return {
    isSaving: isPending,
    save,
    saveMarkdown: () => saveBlob(new Blob([markdown()], { type: "text/markdown" }), `brief-${from}-${to}.md`),
    async copy() {
      const html = briefHtml(document, { linkOf: ({ href }) => `${origin}${href}` });
      if (await copyFormatted({ html, text: markdown() }))
        toast.success("Copied for mail", "Paste it into your mail program.");
      else toast.failure("Not copied", "Your browser doesn't allow it. Save the brief as Markdown instead.");
    },
  };
}
