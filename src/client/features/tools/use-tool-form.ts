import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";

import {
  type ToolForm,
  type ToolFormFields,
  type ToolFormInput,
  toolFormSchema,
  type ToolFormValues,
} from "./tool-form-values.ts";

/** The form of a tool: checked by the server's schema, first when a field is left, then with every key. */
export const useToolForm = (defaultValues: ToolFormValues): ToolForm =>
  useForm<ToolFormInput, unknown, ToolFormFields>({
    resolver: zodResolver(toolFormSchema),
    defaultValues,
    mode: "onTouched",
    shouldFocusError: false,
  });
