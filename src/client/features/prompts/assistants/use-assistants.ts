import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useExport } from "#client/features/exports/use-export.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";

/** Returns how assistants receive a prompt. `served` is undefined while loading. */
export function usePromptInAssistants(id: string) {
  const { data, isLoadingError, refetch } = trpc.assistants.ofPrompt.useQuery({ id });
  return { served: data, isError: isLoadingError, retry: () => void refetch() };
}

/** Makes a prompt a skill, or reverts it to a plain prompt. */
export function useSetSkill() {
  const toast = useToast();
  const { assistants } = trpc.useUtils();
  return trpc.assistants.setSkill.useMutation({
    onSuccess: (served, { id }) => {
      void assistants.ofPrompt.cancel({ id });
      assistants.ofPrompt.setData({ id }, served);
      toast.success(served.isSkill ? "Now also a skill" : "No longer a skill");
      void assistants.settings.invalidate();
    },
    onError: (error) => toast.failure("Error", messageOf(error, "Failed to change the prompt")),
  });
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
  const toast = useToast();
  const { assistants } = trpc.useUtils();
  return trpc.assistants.saveSettings.useMutation({
    onSuccess: (settings) => {
      void assistants.settings.cancel();
      assistants.settings.setData(undefined, settings);
      void assistants.ofPrompt.invalidate();
      toast.success("Settings for assistants saved");
    },
    onError: (error) => toast.failure("Not saved", messageOf(error, "Failed to save the settings")),
  });
}
