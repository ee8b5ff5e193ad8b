import { PROMPT_OPTION_DEFAULTS, PROMPT_OPTIONS_KEY } from "#shared/tools/options.ts";

import { useCustomOptions } from "./use-custom-options.ts";

/** The industries and modalities that the Prompt Stack offers in this browser, sorted by label. */
export function usePromptOptions() {
  const store = useCustomOptions(PROMPT_OPTIONS_KEY, PROMPT_OPTION_DEFAULTS);
  return { industries: store.active.industry, modalities: store.active.modality, store };
}
