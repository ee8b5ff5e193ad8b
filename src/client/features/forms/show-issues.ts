import { issuesOf } from "#client/api/errors.ts";

/** Shows what the server refused at the fields that it named. */
export function showIssues<Field extends string>(
  form: { setError: (field: Field, error: { message: string }) => void },
  isField: (name: string | undefined) => name is Field,
  error: unknown,
): void {
  for (const { path, message } of issuesOf(error)) {
    const field = path.split(".")[0];
    if (isField(field)) form.setError(field, { message });
  }
}
