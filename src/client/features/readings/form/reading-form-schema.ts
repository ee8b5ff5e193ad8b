import { z } from "zod";

import { READING_FIELDS } from "#shared/fields/reading-fields.ts";
import { schemasOf } from "#shared/fields/schemas-of.ts";

/** Schema of the form's values, where the year and tags are typed text. */
export const readingFormSchema = z.object(schemasOf(READING_FIELDS, "formSchema"));
