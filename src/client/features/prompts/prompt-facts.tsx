import { useState } from "react";

import { dateTime } from "#client/format/dates.ts";
import { Fact, FactTags, FactText } from "#client/ui/fact.tsx";
import { variablesOf } from "#shared/prompt-variables.ts";
import type { Prompt } from "#shared/prompts.ts";

interface PromptFactsProps {
  prompt: Prompt;
  onTag: (tag: string) => void;
}

/** What is known of a prompt besides its text. */
export function PromptFacts({ prompt, onTag }: PromptFactsProps) {
  const variables = variablesOf(prompt.prompt);
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
                {defaultValue && <span className="text-ink-faint"> (else “{defaultValue}”)</span>}
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {prompt.tags.length > 0 && <FactTags tags={prompt.tags} onTag={onTag} />}
      {prompt.exampleImageUrl && <ExampleImage key={prompt.exampleImageUrl} src={prompt.exampleImageUrl} />}
      {prompt.notes && <FactText label="Notes" text={prompt.notes} />}
    </dl>
  );
}

/** The picture; nothing at all where it does not load. */
function ExampleImage({ src }: { src: string }) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return null;
  return (
    <Fact label="Example Image" isWide>
      <img
        src={src}
        alt="What this prompt can bring about"
        referrerPolicy="no-referrer"
        onError={() => setFailed(true)}
        className="max-h-80 max-w-full rounded-control border border-line bg-paper object-contain"
      />
    </Fact>
  );
}
