import { NamedText } from "#client/features/links/names/named-text.tsx";
import { PromptInAssistants } from "#client/features/prompts/assistants/prompt-in-assistants.tsx";
import { dateTime } from "#client/format/dates.ts";
import { Fact, FactPicture, FactTags, FieldFact } from "#client/ui/text/fact.tsx";
import { factsOf } from "#shared/fields/field.ts";
import { PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";
import { parseVariables } from "#shared/prompts/prompt-variables.ts";
import type { Prompt } from "#shared/prompts/prompts.ts";

interface PromptFactsProps {
  prompt: Prompt;
  onTag: (tag: string) => void;
}

/** Metadata of a prompt. */
export function PromptFacts({ prompt, onTag }: PromptFactsProps) {
  const variables = parseVariables(prompt.prompt);
  return (
    <dl className="mt-5 grid gap-x-8 gap-y-5 md:grid-cols-2">
      <Fact label="Author">{prompt.promptAuthor ?? "Anonymous"}</Fact>
      <Fact label="Last Updated">
        <time dateTime={prompt.dateUpdated}>{dateTime(prompt.dateUpdated)}</time>
      </Fact>
      {variables.length > 0 && (
        <Fact label="Variables" isWide>
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {variables.map(({ name, defaultValue }) => (
              <li key={name} className="min-w-0 break-words">
                {name}
                {defaultValue && <span className="text-ink-faint"> (default: “{defaultValue}”)</span>}
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {prompt.tags.length > 0 && <FactTags tags={prompt.tags} onTag={onTag} />}
      {prompt.exampleImageUrl && (
        <FactPicture
          label="Example Image"
          address={prompt.exampleImageUrl}
          alt="Example result of this prompt"
        />
      )}
      {factsOf(PROMPT_FIELDS).map((name) => (
        <FieldFact
          key={name}
          row={PROMPT_FIELDS[name]}
          value={prompt[name]}
          renderText={(text) => <NamedText text={text} />}
        />
      ))}
      <PromptInAssistants id={prompt.id} />
    </dl>
  );
}
