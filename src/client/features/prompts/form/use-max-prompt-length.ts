import { useWorkspaceSettings } from "#client/features/workspace/use-workspace-settings.ts";
import { DEFAULT_PROMPT_LENGTH } from "#shared/prompts.ts";

/** The most characters that the text of a prompt may have in this workspace. */
export const useMaxPromptLength = (): number =>
  useWorkspaceSettings()?.prompts.maxLength ?? DEFAULT_PROMPT_LENGTH;
