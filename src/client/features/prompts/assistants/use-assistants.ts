import { trpc } from "#client/api/trpc.ts";
import { useExport } from "#client/features/exports/use-export.ts";
import { useChange } from "#client/features/library/use-change.ts";

/** Returns how assistants receive a prompt. `served` is undefined while loading. */
export function usePromptInAssistants(id: string) {
  const { data, isLoadingError, refetch } = trpc.assistants.ofPrompt.useQuery({ id });
  return { served: data, isError: isLoadingError, retry: () => void refetch() };
}

/** Makes a prompt a skill, or reverts it to a plain prompt. */
export function useSetSkill() {
  const { assistants } = trpc.useUtils();
  return trpc.assistants.setSkill.useMutation(
    useChange({
      done: ({ isSkill }) => ({ title: isSkill ? "Now also a skill" : "No longer a skill" }),
      failed: { title: "Error", text: "Failed to change the prompt" },
      onDone(served, { id }) {
        void assistants.ofPrompt.cancel({ id });
        assistants.ofPrompt.setData({ id }, served);
        void assistants.settings.invalidate();
      },
    }),
  );
}

/** Downloads a prompt as a skill file for assistants. */
export function useSkillFile() {
  const { assistants } = trpc.useUtils();
  const { save, isPending } = useExport();
  return {
    isPending,
    download: (id: string) => void save(assistants.skillFile.fetch({ id }, { staleTime: 0 })),
  };
}

/** Stores the prompts that assistants receive, and the instructions for them. */
export function useSaveAssistantSettings() {
  const { assistants } = trpc.useUtils();
  return trpc.assistants.saveSettings.useMutation(
    useChange({
      done: "Settings for assistants saved",
      failed: { title: "Not saved", text: "Failed to save the settings" },
      onDone(settings) {
        void assistants.settings.cancel();
        assistants.settings.setData(undefined, settings);
        void assistants.ofPrompt.invalidate();
      },
    }),
  );
}
