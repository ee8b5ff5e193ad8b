import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";

import { promptFieldsSchema } from "#shared/prompts.ts";

import type {
  PromptForm,
  PromptFormFields,
  PromptFormInput,
  PromptFormValues,
} from "./prompt-form-values.ts";

/** The form of a prompt: checked by the server's schema, first when a field is left, then with every key. */
export const usePromptForm = (defaultValues: PromptFormValues): PromptForm =>
  useForm<PromptFormInput, unknown, PromptFormFields>({
    resolver: zodResolver(promptFieldsSchema),
    defaultValues,
    mode: "onTouched",
    shouldFocusError: false,
  });
