import { z } from "zod";

import { schemasOf } from "#shared/fields/schemas-of.ts";

import { TOOL_FORM } from "./tool-form-table.ts";

export const toolFormSchema = z.object(schemasOf(TOOL_FORM, "formSchema"));
