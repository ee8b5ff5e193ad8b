import { splitLinks } from "#shared/comments.ts";

/** A comment as it was written: line breaks stay, web addresses are links, nothing else means anything. */
export function CommentText({ text }: { text: string }) {
  return (
    <p className="wrap-anywhere whitespace-pre-wrap text-ink">
      {splitLinks(text).map((part, index) => {
        if (part.kind === "text") return part.text;
        return (
          <a
            // oxlint-disable-next-line react/no-array-index-key -- the parts of a text never change places
            key={index}
            href={part.text}
            target="_blank"
            rel="noopener noreferrer"
            className="rounded-chip text-accent-ink underline underline-offset-2 hover:no-underline"
          >
            {part.text}
          </a>
        );
      })}
    </p>
  );
}
