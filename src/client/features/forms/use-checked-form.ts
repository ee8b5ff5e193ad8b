import { zodResolver } from "@hookform/resolvers/zod";
import { type DefaultValues, type FieldValues, useForm } from "react-hook-form";
import type { ZodType } from "zod";

/** A form that is checked by the server's schema, first when a field is left, then with every key. */
export const useCheckedForm = <Input extends FieldValues, Fields>(
  schema: ZodType<Fields, Input>,
  defaultValues: DefaultValues<Input>,
) =>
  useForm<Input, unknown, Fields>({
    resolver: zodResolver(schema),
    defaultValues,
    mode: "onTouched",
    shouldFocusError: false,
  });
