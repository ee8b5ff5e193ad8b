import { z } from "zod";

import { READING_FIELDS } from "#shared/fields/reading-fields.ts";
import { schemasOf } from "#shared/fields/schemas-of.ts";

/** The fields of a reading as the forms hold them: the year and the tags are text that somebody types. */
export const readingFormSchema = z.object(schemasOf(READING_FIELDS, "formSchema"));
