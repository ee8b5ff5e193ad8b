import papaparse from "papaparse";
import { parse as parseToml } from "smol-toml";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import { type FileParsers, promptsInJson, readPromptFiles } from "./prompt-files.ts";

const parsers: FileParsers = {
  parseCsv: papaparse.parse,
  parseYaml: (text): unknown => parse(text),
  parseToml,
};

const read = (files: Record<string, string>) =>
  readPromptFiles(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    parsers,
  );
const rowsOf = (path: string, content: unknown) =>
  read({ [path]: typeof content === "string" ? content : JSON.stringify(content) }).rows;

const REVIEW = "You are a careful code reviewer. Point out bugs first.";
const POET = "You are a poet who answers in verse.";

describe("JSON with a prompt", () => {
  test.each<[string, unknown, object]>([
    ["system_prompt", { name: "Reviewer", system_prompt: REVIEW }, { name: "Reviewer", prompt: REVIEW }],
    ["act and prompt", { act: "Reviewer", prompt: REVIEW }, { name: "Reviewer", prompt: REVIEW }],
    ["title and content", { title: "Reviewer", content: REVIEW }, { name: "Reviewer", prompt: REVIEW }],
    ["template", { name: "Reviewer", template: REVIEW }, { name: "Reviewer", prompt: REVIEW }],
    [
      "instructions as lines",
      { name: "R", instructions: ["One.", "Two."] },
      { name: "R", prompt: "One.\nTwo." },
    ],
    ["no name but the file's", { prompt: REVIEW }, { name: "code reviewer", prompt: REVIEW }],
    [
      "a system message among others",
      {
        title: "Reviewer",
        messages: [
          { role: "system", content: REVIEW },
          { role: "user", content: "Look at this." },
          { role: "assistant", content: "Sure." },
        ],
      },
      { name: "Reviewer", prompt: REVIEW },
    ],
    [
      "a list of messages as prompt, as in Langfuse",
      {
        name: "Reviewer",
        labels: ["production"],
        prompt: [
          { role: "system", content: REVIEW },
          { role: "user", content: "{{code}}" },
        ],
      },
      { name: "Reviewer", prompt: `${REVIEW}\n\n{{code}}`, tags: ["production"] },
    ],
    [
      "a template with messages, as in PromptLayer",
      {
        prompt_name: "Reviewer",
        prompt_template: {
          type: "chat",
          input_variables: ["language"],
          messages: [{ role: "system", content: [{ type: "text", text: `${REVIEW} Use {language}, {x}.` }] }],
        },
      },
      { name: "Reviewer", prompt: `${REVIEW} Use {{language}}, {x}.` },
    ],
    [
      "Python's variables, which LangChain declares",
      { _type: "prompt", input_variables: ["code"], template: `${REVIEW} {code} As {{"bugs": []}}.` },
      { name: "code reviewer", prompt: `${REVIEW} {{code}} As {"bugs": []}.` },
    ],
    [
      "variables of another format, which LangChain declares",
      { input_variables: ["code"], template: `${REVIEW} {{code}} {x}`, template_format: "mustache" },
      { name: "code reviewer", prompt: `${REVIEW} {{code}} {x}` },
    ],
    [
      "messages that LangChain serialized",
      {
        lc: 1,
        id: ["langchain", "prompts", "chat", "ChatPromptTemplate"],
        kwargs: {
          input_variables: ["code"],
          messages: [
            {
              id: ["langchain", "prompts", "chat", "SystemMessagePromptTemplate"],
              kwargs: { prompt: { kwargs: { template: REVIEW } } },
            },
            {
              id: ["langchain", "prompts", "chat", "HumanMessagePromptTemplate"],
              kwargs: { prompt: { kwargs: { template: "{code}" } } },
            },
          ],
        },
      },
      { name: "code reviewer", prompt: `${REVIEW}\n\n{{code}}` },
    ],
    [
      "a system's and a user's text",
      { name: "Reviewer", system: REVIEW, user: "{{code}}", output_type: "text" },
      { name: "Reviewer", prompt: `${REVIEW}\n\n{{code}}` },
    ],
    [
      "a mode of Roo Code",
      { customModes: [{ slug: "r", name: "Reviewer", roleDefinition: REVIEW, customInstructions: POET }] },
      { name: "Reviewer", prompt: `${REVIEW}\n\n${POET}` },
    ],
    [
      "a system's text beside a user",
      { name: "R", system: REVIEW, user: "ada" },
      { name: "R", prompt: REVIEW },
    ],
    [
      "settings and facts in parts, as in LobeHub",
      {
        author: "ada",
        identifier: "code-reviewer",
        config: { systemRole: REVIEW },
        meta: { title: "Reviewer", description: "Finds bugs", tags: ["code"] },
      },
      { name: "Reviewer", prompt: REVIEW, purpose: "Finds bugs", promptAuthor: "ada", tags: ["code"] },
    ],
    [
      "a model of Open WebUI",
      [{ id: "r", name: "Reviewer", params: { system: REVIEW }, meta: { description: "Finds bugs" } }],
      { name: "Reviewer", prompt: REVIEW, purpose: "Finds bugs" },
    ],
    [
      "a category that is an industry, and one that is none",
      { name: "Reviewer", prompt: REVIEW, categories: ["Marketing", "Code"] },
      { name: "Reviewer", prompt: REVIEW, industry: "marketing", tags: ["Code"] },
    ],
  ])("%s", (_, content, row) => {
    expect(rowsOf("prompts/code-reviewer.json", content)).toEqual([row]);
  });

  test("does not read examples inside a prompt as prompts", () => {
    const examples = Array.from({ length: 179 }, (_, index) => ({
      title: `Question ${index}`,
      content: "What does this function do in the end?",
    }));
    for (const key of ["examples", "messages", "conversations", "few_shot"]) {
      expect(rowsOf("a.json", { name: "Reviewer", prompt: REVIEW, [key]: examples })).toHaveLength(1);
      expect(rowsOf("a.json", { name: "Data", [key]: examples })).toEqual([]);
    }
  });

  test.each<[string, unknown]>([
    [
      "a conversation",
      [
        { role: "user", content: "Hello over there" },
        { role: "assistant", content: "Hi." },
      ],
    ],
    ["conversations to train with", [{ messages: [{ role: "system", content: REVIEW }] }]],
    ["instructions to train with", [{ instruction: "Name three colours, please", output: "Red" }]],
    ["an answer of a model", { id: "1", choices: [{ message: { role: "assistant", content: REVIEW } }] }],
    ["a package", { name: "app", version: "1.0.0", description: "An application for all of us" }],
    ["translations", { hello: "Hello", bye: "Good bye", and: "and" }],
    ["headers", { response: { headers: { date: ["Mon, 08 Jun 2026 18:45:35 GMT"] } } }],
    ["releases", [{ name: "v1", body: "Many small things have changed", html_url: "https://a.example" }]],
    ["settings of a machine", { name: "Server", config: { system: "linux" } }],
    [
      "examples of a template",
      { _type: "few_shot", example_prompt: { template: "Input: {input}\nOutput: {output}" }, suffix: "{x}" },
    ],
    ["numbers", [1, 2, 3]],
    ["a string", "You are a careful code reviewer."],
    ["nothing", null],
  ])("finds no prompt in %s", (_, content) => {
    expect(rowsOf("a.json", JSON.stringify(content))).toEqual([]);
  });
});

describe("JSON with several prompts", () => {
  const both = [
    { name: "Reviewer", prompt: REVIEW },
    { name: "Poet", prompt: POET },
  ];

  test.each<[string, unknown]>([
    [
      "a list",
      [
        { name: "Reviewer", system_prompt: REVIEW },
        { title: "Poet", prompt: POET },
      ],
    ],
    ["texts by name", { Reviewer: REVIEW, Poet: POET }],
    ["objects by name", { Reviewer: { prompt: REVIEW }, Poet: { systemRole: POET } }],
    [
      "pairs",
      [
        ["Reviewer", REVIEW],
        ["Poet", POET],
      ],
    ],
    [
      "a list in an object",
      {
        version: 2,
        prompts: [
          { title: "Reviewer", content: REVIEW },
          { title: "Poet", content: POET },
        ],
      },
    ],
    [
      "slash commands",
      [
        { command: "/Reviewer", content: REVIEW },
        { command: "/Poet", content: POET },
      ],
    ],
    [
      "abbreviations of Espanso",
      {
        matches: [
          { triggers: [":Reviewer", ":rev"], replace: REVIEW },
          { trigger: ":p", label: "Poet", replace: POET },
          { trigger: ":date", replace: "{{today}}" },
        ],
      },
    ],
    [
      "lists with longer names",
      { data: { userPrompts: [{ title: "Reviewer", body: REVIEW }], userCharacters: [both[1]] } },
    ],
  ])("%s", (_, content) => {
    expect(rowsOf("a.json", content)).toEqual(both);
  });

  test("reads promptfoo's prompts, but not its references to files", () => {
    const prompts = ["Shorten {{text}}", "file://a.txt", { id: "b", label: "Reviewer", raw: REVIEW }];
    const config = {
      description: "Test",
      prompts,
      providers: ["openai:x"],
      tests: [{ vars: { text: "a" } }],
    };
    const short = { name: "Shorten {{text}}", prompt: "Shorten {{text}}" };
    expect(rowsOf("a.yaml", config)).toEqual([short, both[0]]);
    expect(rowsOf("a.yaml", { prompts: "Shorten {{text}}" })).toEqual([short]);
  });

  test("reads a hundred thousand texts in one pass", () => {
    const prompts = Array.from({ length: 100_000 }, (_, index) => `${REVIEW} ${index}`);
    expect(rowsOf("a.json", { prompts })).toHaveLength(100_000);
  });

  test.each<[string, object]>([
    [
      "LM Studio",
      { name: "Poet", operation: { fields: [{ key: "llm.prediction.systemPrompt", value: POET }] } },
    ],
    ["LM Studio of 2023", { name: "Poet", inference_params: { antiprompt: [], pre_prompt: POET } }],
    ["Dify", { app: { name: "Poet", mode: "chat" }, model_config: { pre_prompt: POET } }],
    ["Alfred", { alfredsnippet: { snippet: POET, name: "Poet" } }],
    ["LibreChat", [{ name: "Poet", productionPrompt: { prompt: POET, type: "text" } }]],
  ])("one prompt among the settings of %s", (_, content) => {
    expect(rowsOf("a.json", content)).toEqual([{ name: "Poet", prompt: POET }]);
  });

  test("lines of JSON", () => {
    const lines = both.map((row) => JSON.stringify(row)).join("\n");
    expect(rowsOf("a.jsonl", `${lines}\n`)).toEqual(both);
  });

  test("tags translations with their language", () => {
    expect(
      rowsOf("a.json", { en: [["Poet", POET]], de: [["Dichter", "Du bist ein Dichter und reimst."]] }),
    ).toEqual([
      { name: "Poet", prompt: POET, tags: ["en"] },
      { name: "Dichter", prompt: "Du bist ein Dichter und reimst.", tags: ["de"] },
    ]);
  });

  test("tags prompts with their categories, and accepts lines of JSON", () => {
    const groups = [
      { name: "Work", prompts: [{ name: "Reviewer", prompt: REVIEW }] },
      { title: "Fun", items: [{ title: "Poet", content: POET }] },
    ];
    for (const value of [groups, { categories: groups }]) {
      expect(promptsInJson(value, "a")).toEqual([
        { name: "Reviewer", prompt: REVIEW, tags: ["Work"] },
        { name: "Poet", prompt: POET, tags: ["Fun"] },
      ]);
    }
    expect(rowsOf("a.json", `${JSON.stringify(both[0])}\n${JSON.stringify(both[1])}\n`)).toEqual(both);
  });

  test("names unnamed texts by their first words", () => {
    expect(rowsOf("a.json", [POET, REVIEW]).map(({ name }) => name)).toEqual([POET, REVIEW]);
    expect(promptsInJson([{ prompt: "word ".repeat(30) }], "a")).toMatchObject([
      { name: `${"word ".repeat(11)}word…` },
    ]);
  });
});

describe("YAML", () => {
  test("reads messages as one prompt", () => {
    const yaml = `name: Reviewer\ndescription: Reads code\nmodel: gpt-5\nmessages:\n  - role: system\n    content: |\n      ${REVIEW}\n  - role: user\n    content: "{{input}}"\n`;
    expect(rowsOf("review.prompt.yml", yaml)).toEqual([
      { name: "Reviewer", prompt: `${REVIEW}\n\n\n{{input}}`, purpose: "Reads code", notes: "Model: gpt-5" },
    ]);
  });

  test.each([
    [
      "what a user says first",
      "- {role: user, content: 'Summarize {{input}}, please.'}",
      "Summarize {{input}}, please.",
    ],
    [
      "system and several users",
      "- {role: system, content: Be short.}\n  - {role: user, content: 'Read {{a}}.'}\n  - {role: user, content: 'Then {{b}}.'}",
      "Be short.\n\nRead {{a}}.\n\nThen {{b}}.",
    ],
    [
      "examples before the question",
      "- {role: system, content: Be short.}\n  - {role: user, content: Hi}\n  - {role: assistant, content: Hello}\n  - {role: user, content: '{{input}}'}",
      "Be short.\n\nUser: Hi\n\nAssistant: Hello\n\nUser: {{input}}",
    ],
    [
      "variables before the last message",
      "- {role: user, content: '{{input}}'}\n  - {role: assistant, content: Hello}\n  - {role: user, content: More}",
      "User: {{input}}\n\nAssistant: Hello\n\nUser: More",
    ],
    [
      "messages in parts",
      "- {role: system, content: [{type: text, text: Be short.}]}\n  - {role: user, content: [{type: text, text: 'Read {{a}}.'}]}",
      "Be short.\n\nRead {{a}}.",
    ],
    [
      "a recorded talk",
      "- {role: system, content: Be short.}\n  - {role: user, content: Hi}\n  - {role: assistant, content: Hello}",
      "Be short.",
    ],
  ])("messages: %s", (_, messages, prompt) => {
    expect(rowsOf("a.prompt.yml", `name: A\nmessages:\n  ${messages}\n`)).toMatchObject([{ prompt }]);
  });

  test("finds no prompts in too deeply nested YAML or JSON", () => {
    const deep = `${"[".repeat(3000)}${"]".repeat(3000)}`;
    const { rows, pathsWithoutPrompt } = read({
      "a.yaml": `a: ${deep}`,
      "b.yml": "- ".repeat(5000),
      "c.json": deep,
      "d.md": `---\na: ${deep}\n---\n${REVIEW}`,
    });
    expect(pathsWithoutPrompt).toEqual(["a.yaml", "b.yml", "c.json"]);
    expect(rows).toMatchObject([{ prompt: REVIEW }]);
  });

  test("finds no prompts in invalid YAML or multiplying aliases", () => {
    const bomb = [
      "a: &a [x,x,x,x,x,x,x,x,x]",
      ..."bcdefghi".split("").map((key, at) => `${key}: &${key} [${`*${"abcdefgh"[at]},`.repeat(9)}]`),
    ];
    expect(read({ "a.yaml": "a: [", "b.yaml": bomb.join("\n") }).pathsWithoutPrompt).toEqual([
      "a.yaml",
      "b.yaml",
    ]);
  });
});

describe("Markdown", () => {
  test("uses front matter for the prompt below it", () => {
    const text = `---\ntitle: Code reviewer\ndescription: Reads code\ntags: [code, review]\ncategory: Marketing\nauthor: Ada\nmodel: gpt-5\n---\n\n${REVIEW}\n`;
    expect(rowsOf("x.md", text)).toEqual([
      {
        name: "Code reviewer",
        prompt: REVIEW,
        purpose: "Reads code",
        promptAuthor: "Ada",
        industry: "marketing",
        tags: ["code", "review"],
        notes: "Model: gpt-5",
      },
    ]);
  });

  test.each([
    ["nothing below", `---\ntitle: Reviewer\nprompt: ${REVIEW}\n---\n`, undefined],
    ["notes below", `---\ntitle: Reviewer\nPrompt: ${REVIEW}\n---\nFor Ada.`, "For Ada."],
    ["both notes", `---\ntitle: Reviewer\nprompt: ${REVIEW}\nnotes: Old\n---\nFor Ada.`, "Old\n\nFor Ada."],
  ])("reads a prompt in front matter with %s", (_, text, notes) => {
    expect(rowsOf("x.md", text)).toEqual([{ name: "Reviewer", prompt: REVIEW, ...(notes && { notes }) }]);
  });

  test("preserves the notes of front matter and those around a section with the prompt", () => {
    const text = `---\ntitle: Reviewer\nnotes: Old\n---\nFor Ada.\n\n## Prompt\n\n${REVIEW}`;
    expect(rowsOf("x.md", text)).toEqual([{ name: "Reviewer", prompt: REVIEW, notes: "Old\n\nFor Ada." }]);
  });

  test("reads invalid front matter line by line", () => {
    const text = `---\nname: Reviewer\ndescription: Use it so: first this\n---\n${REVIEW}`;
    expect(rowsOf("x.md", text)).toEqual([
      { name: "Reviewer", prompt: REVIEW, purpose: "Use it so: first this" },
    ]);
  });

  test.each([
    ["its title names it", `# Code reviewer\n\n${REVIEW}`, { name: "Code reviewer", prompt: REVIEW }],
    ["the file names it", REVIEW, { name: "my reviewer", prompt: REVIEW }],
    [
      "its block holds it",
      `# Reviewer\n\nFor code:\n\n\`\`\`\n${REVIEW.repeat(3)}\n\`\`\`\n`,
      { name: "Reviewer", prompt: REVIEW.repeat(3) },
    ],
    [
      "a section holds it",
      `# Reviewer\n\nLong words about it.\n\n## Prompt\n\n${REVIEW}\n\n## Notes\n\nNone.`,
      { name: "Reviewer", prompt: REVIEW, notes: "Long words about it.\n\n## Notes\n\nNone." },
    ],
    [
      "only one of its sections has instructions",
      `# Filler\n\nNever send a form.\n\n## Instructions\n\nFill the fields.\n\n## Examples\n\n- "Fill this"`,
      {
        name: "Filler",
        prompt: `Never send a form.\n\n## Instructions\n\nFill the fields.\n\n## Examples\n\n- "Fill this"`,
      },
    ],
  ])("one prompt: %s", (_, text, row) => {
    expect(rowsOf("my-reviewer.md", text)).toEqual([row]);
  });

  const SKILL = `# PDF filler\n\nNever send a form.\n\n## Instructions\n\nFill the fields.\n\n## Prompt\n\n\`\`\`\n${REVIEW}\n\`\`\`\n\n## Examples\n\n- "Fill this"`;
  test.each([
    "skills/pdf-filler/SKILL.md",
    "AGENTS.md",
    ".github/copilot-instructions.md",
    "a.chatmode.md",
    "rules.mdc",
    "rules/react/.cursorrules",
    ".windsurfrules",
    ".clinerules",
    ".roorules",
  ])("reads %s as one prompt", (path) => {
    expect(rowsOf(path, SKILL)).toMatchObject([{ name: "PDF filler", prompt: SKILL }]);
  });

  test("reads a prompt in front matter, with the text below as notes", () => {
    const text = `---\ntitle: Reviewer\nprompt: |\n  ${REVIEW}\n---\n\nFor small changes.\n`;
    expect(rowsOf("a.md", text)).toEqual([
      { name: "Reviewer", prompt: `${REVIEW}\n`, notes: "For small changes." },
    ]);
  });

  test("names a skill by its front matter, in a file with any name", () => {
    const text = `---\nname: pdf-filler\ndescription: Fill PDF forms\n---\n\n${SKILL}\n`;
    for (const path of ["SKILL.md", "other.md"]) {
      expect(rowsOf(path, text)).toEqual([{ name: "pdf-filler", prompt: SKILL, purpose: "Fill PDF forms" }]);
    }
  });

  test("reads sections with a form for the answer as one prompt", () => {
    const text = `# IDENTITY\n\n${REVIEW}\n\n# STEPS\n\n- Read.\n\n# OUTPUT\n\n\`\`\`\n# Title of the review\nand one line for every finding\n\`\`\`\n`;
    expect(rowsOf("patterns/review_code/system.md", text)).toEqual([
      { name: "review code", prompt: text.trim() },
    ]);
  });

  test.each(["```\n%\n```", "> %"])("reads a list of prompts under headings, each as %j", (block) => {
    const under = (heading: string, text: string) =>
      `### ${heading}\n\nContributed by: [@ada](https://a.example)\n${block.replace("%", text)}\n`;
    const text = `# Awesome prompts\n\nSome words.\n\n## Install\n\n\`\`\`bash\nnpm install prompts and more of them\n\`\`\`\n\n## Work\n\n${under("Reviewer", REVIEW)}\n${under("Poet", POET)}`;
    expect(rowsOf("README.md", text)).toEqual([
      { name: "Reviewer", prompt: REVIEW, promptAuthor: "@ada", tags: ["Work"] },
      { name: "Poet", prompt: POET, promptAuthor: "@ada", tags: ["Work"] },
    ]);
  });

  test("reads a hundred thousand headings or fences quickly", () => {
    for (const line of ["# a\n", "```\n", "> q\n", "# # # # ", "---\n", "[a](", "<"]) {
      expect(rowsOf("x.md", line.repeat(100_000)).length).toBeLessThan(2);
    }
  });
});

describe("several files", () => {
  test("uses folders as tags, reports files without prompts, and separates tables", () => {
    const { rows, pathsWithoutPrompt } = read({
      "lib/README.md": "# Our prompts\n\nSome words about them.",
      "lib/coding/reviewer.md": REVIEW,
      "lib/writing/poet/system.md": POET,
      "lib/more.csv": `Title,Content,Labels\nChef,"Cook, please, for two.",food\n`,
      "lib/package.json": '{"name":"lib","version":"1.0.0"}',
      "lib/broken.json": "{",
    });
    expect(rows).toEqual([
      { name: "reviewer", prompt: REVIEW, tags: ["coding"] },
      { name: "poet", prompt: POET, tags: ["writing"] },
      { name: "Chef", prompt: "Cook, please, for two.", tags: "food" },
    ]);
    expect(pathsWithoutPrompt).toEqual(["lib/README.md", "lib/package.json", "lib/broken.json"]);
  });
});
