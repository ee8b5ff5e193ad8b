import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";

import {
  type ReadingForm,
  type ReadingFormFields,
  type ReadingFormInput,
  readingFormSchema,
  type ReadingFormValues,
} from "./reading-form-values.ts";

/** The form of a reading: checked by the server's schema, first when a field is left, then with every key. */
export const useReadingForm = (defaultValues: ReadingFormValues): ReadingForm =>
  useForm<ReadingFormInput, unknown, ReadingFormFields>({
    resolver: zodResolver(readingFormSchema),
    defaultValues,
    mode: "onTouched",
    shouldFocusError: false,
  });
