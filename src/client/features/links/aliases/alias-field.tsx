import { Plus } from "lucide-react";

import { webAddress } from "#client/format/web-address.ts";
import { Button } from "#client/ui/button.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TagInput } from "#client/ui/form/tag-input.tsx";
import { aliasProblem, foldName } from "#shared/mentions/names/names.ts";

import type { AliasDraft } from "./use-alias-draft.ts";

interface AliasFieldProps {
  draft: AliasDraft;
  /** Name and URL of the tool in the form. */
  name: string;
  address: string;
}

/** Field for a tool's aliases, by which texts that mention it are found. */
export function AliasField({ draft, name, address }: AliasFieldProps) {
  const { value, error, isKnown, isError, retry, input, change } = draft;
  const suggested = isKnown ? suggestAliases(address, [name, ...value]) : [];
  return (
    <Field
      label="Also known as"
      error={isError ? "The other names couldn't be loaded." : error}
      hint={
        suggested.length > 0 ? (
          <span className="flex flex-wrap items-center gap-x-1 gap-y-0.5">
            Suggested:
            {suggested.map((alias) => (
              <Button
                key={alias}
                variant="ghost"
                size="small"
                className="max-w-full px-1.5"
                icon={<Plus aria-hidden />}
                onClick={() => {
                  change([...value, alias]);
                  input.current?.focus();
                }}
              >
                <span className="truncate">{alias}</span>
              </Button>
            ))}
          </span>
        ) : (
          "News, papers and prompts that use these names are linked to this tool."
        )
      }
      action={
        isError && (
          <Button variant="ghost" size="small" onClick={retry}>
            Try Again
          </Button>
        )
      }
      className="md:col-span-2"
    >
      {isKnown || isError ? (
        <TagInput ref={input} value={value} onChange={change} placeholder="Another name" addOnBlur />
      ) : (
        <Skeleton className="h-control" />
      )}
    </Field>
  );
}

/** Suggests aliases from a tool's URL, such as "openai.com/whisper", except those already taken. */
export function suggestAliases(address: string, taken: readonly string[]): string[] {
  const url = webAddress(address.trim());
  if (url === null) return [];
  const name = `${url.host.replace(/^www\./u, "")}${url.pathname.replace(/\/+$/u, "")}`;
  const isTaken = taken.some((other) => foldName(other) === foldName(name));
  return isTaken || aliasProblem(name) !== null ? [] : [name];
}
