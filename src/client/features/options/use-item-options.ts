import {
  PROMPT_OPTION_DEFAULTS,
  PROMPT_OPTIONS_KEY,
  TOOL_OPTION_DEFAULTS,
  TOOL_OPTIONS_KEY,
} from "#shared/tools/options.ts";

import { useCustomOptions } from "./use-custom-options.ts";

/** Returns this browser's industries and modalities of the Prompt Stack, sorted by label. */
export function usePromptOptions() {
  const store = useCustomOptions(PROMPT_OPTIONS_KEY, PROMPT_OPTION_DEFAULTS);
  return { industries: store.active.industry, modalities: store.active.modality, store };
}

/** Returns this browser's industries and modalities of the AI Stack, sorted by label. */
export function useToolOptions() {
  const store = useCustomOptions(TOOL_OPTIONS_KEY, TOOL_OPTION_DEFAULTS);
  return { industries: store.active.industry, modalities: store.active.modality, store };
}
