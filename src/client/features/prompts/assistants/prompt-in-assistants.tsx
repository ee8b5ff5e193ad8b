import { Copy, Download } from "lucide-react";

import { trpc } from "#client/api/trpc.ts";
import { useExport } from "#client/features/exports/use-export.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { useIsDeleted } from "#client/features/live/open-item.tsx";
import { Button, IconButton } from "#client/ui/button.tsx";
import { Disclosure } from "#client/ui/disclosure.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { Switch } from "#client/ui/form/switch.tsx";
import { copyText } from "#client/ui/text/copy-text.ts";
import type { PromptInAssistants as ServedPrompt } from "#shared/assistants/assistants.ts";

/** Name of a prompt for assistants, and its skill setting. Loads when it is opened. */
export const PromptInAssistants = ({ id }: { id: string }) => (
  <Disclosure title="In assistants">
    <AssistantDetails id={id} />
  </Disclosure>
);

function AssistantDetails({ id }: { id: string }) {
  const { served, isError, retry } = usePromptInAssistants(id);
  return (
    <>
      {isError && <ErrorState text="Couldn't load this prompt's name for assistants." onRetry={retry} />}
      {served && <ServedPrompt id={id} served={served} />}
      {!served && !isError && <Skeleton className="h-19 w-full" />}
    </>
  );
}

function ServedPrompt({
  id,
  served: { slug, isSkill, isServed, mayOffer },
}: {
  id: string;
  served: ServedPrompt;
}) {
  const isDeleted = useIsDeleted();
  const setSkill = useSetSkill();
  const file = useSkillFile();
  return (
    <>
      {isServed ? (
        <Command command={`/mcp__stackloop__${slug}`} />
      ) : (
        <p className="flex min-h-control items-center text-ink-muted">
          Not served: an administrator has limited assistants to prompts with certain tags.
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        {mayOffer ? (
          <Switch
            label="Also as a skill"
            isOn={setSkill.isPending ? setSkill.variables.isSkill : isSkill}
            isDisabled={isDeleted}
            onChange={(isOn) => setSkill.mutate({ id, isSkill: isOn })}
          />
        ) : (
          <p className="text-ink-muted">
            {isSkill ? "Offered as a skill." : "Not offered as a skill. An administrator can offer it."}
          </p>
        )}
        <Button
          size="small"
          variant="ghost"
          icon={<Download aria-hidden />}
          isPending={file.isPending}
          disabled={isDeleted}
          onClick={() => file.download(id)}
        >
          Download SKILL.md
        </Button>
      </div>
    </>
  );
}

function Command({ command }: { command: string }) {
  const toast = useToast();

  async function handleCopy() {
    if (await copyText(command)) toast.success("Command copied");
    else toast.failure("Not copied", "Select the text and copy it manually.");
  }

  return (
    <div className="flex items-center gap-2 rounded-control border border-line bg-sunken pl-3">
      <code className="min-w-0 flex-1 py-2 font-mono text-xs wrap-anywhere">{command}</code>
      <IconButton label="Copy command" onClick={() => void handleCopy()}>
        <Copy aria-hidden />
      </IconButton>
    </div>
  );
}

/** Returns how assistants receive a prompt. `served` is undefined while loading. */
function usePromptInAssistants(id: string) {
  const { data, isLoadingError, refetch } = trpc.assistants.ofPrompt.useQuery({ id });
  return { served: data, isError: isLoadingError, retry: () => void refetch() };
}

/** Returns a mutation that makes a prompt a skill, or a plain prompt again. */
function useSetSkill() {
  const { assistants } = trpc.useUtils();
  return trpc.assistants.setSkill.useMutation(
    useChange({
      done: ({ isSkill }) => ({ title: isSkill ? "Now also a skill" : "No longer a skill" }),
      failed: { title: "Error", text: "Failed to update prompt" },
      onDone(served, { id }) {
        void assistants.ofPrompt.cancel({ id });
        assistants.ofPrompt.setData({ id }, served);
        void assistants.settings.invalidate();
      },
    }),
  );
}

/** Returns a function that downloads a prompt as a skill file for assistants. */
function useSkillFile() {
  const { assistants } = trpc.useUtils();
  const { save, isPending } = useExport();
  return {
    isPending,
    download: (id: string) => void save(assistants.skillFile.fetch({ id }, { staleTime: 0 })),
  };
}
