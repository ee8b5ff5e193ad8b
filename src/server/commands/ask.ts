import { answerWithQuotes } from "#server/features/ask/ask.service.ts";
import { askRequestSchema } from "#shared/search/ask.ts";

import { defineCommand, parseInput } from "./terminal/command.ts";
import { withApp } from "./with-app.ts";

export const ask = defineCommand({
  name: "ask",
  summary: "Answer a question with quotations from the team's items",
  details: ["Uses no AI provider, and changes nothing."],
  args: { QUESTION: { about: "the question, in quotation marks" } },
  json: "level (answer, closest or none), text, quotes (each with ref, title, url, passage, author and score)",
  example: 'ask "Which tools have we adopted?"',
  run: ({ args }, terminal) => {
    const { question } = parseInput(askRequestSchema, { question: args.QUESTION });
    return withApp(terminal, async (app) => {
      const { level, text, quotes } = await answerWithQuotes(app, question, AbortSignal.timeout(60_000));
      terminal.report({ level, text, quotes }, [
        ...(text === null ? [] : [text]),
        ...(text === null && level === "closest"
          ? ["Closest passages. They may not answer your question."]
          : []),
        ...(level === "none"
          ? [quotes.length > 0 ? "No answer found. The closest items:" : "No answer found."]
          : []),
        ...quotes.map(({ title, passage, author, url }) =>
          [`“${passage}”`, `  ${[title, author].filter(Boolean).join(", ")}`, `  ${url}`].join("\n"),
        ),
      ]);
    });
  },
});
