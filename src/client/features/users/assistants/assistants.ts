/** URL and token for an assistant. */
export interface Connection {
  /** Origin of the product, such as https://stackloop.example.org. */
  origin: string;
  token: string;
}

/** Instruction, with a text that is ready to paste. */
export interface Step {
  instruction: string;
  /** Short label of the text. */
  label: string;
  text: string;
}

export interface Assistant {
  id: string;
  name: string;
  /** Suggested name of its token. */
  tokenName: string;
  steps: (connection: Connection) => readonly Step[];
  /** Note next to the steps. */
  note?: string;
}

const addressOf = ({ origin }: Connection) => `${origin}/mcp`;
const bearer = ({ token }: Connection) => `Bearer ${token}`;
const headersOf = (connection: Connection) => ({ Authorization: bearer(connection) });
const toJson = (value: object) => JSON.stringify(value, null, 2);

/** Supported assistants. Claude Code, the first, is the default. Sources: the documentation of each assistant. */
export const ASSISTANTS: readonly [Assistant, ...Assistant[]] = [
  {
    id: "claude-code",
    name: "Claude Code",
    tokenName: "Claude Code",
    steps: (connection) => [
      {
        instruction: "Run this in a terminal:",
        label: "Command",
        text: `claude mcp add --transport http stackloop ${addressOf(connection)} --header "Authorization: ${bearer(connection)}"`,
      },
    ],
    note: "Then start Claude Code, or enter /mcp in it, to see it connect.",
  },
  {
    id: "claude",
    name: "Claude",
    tokenName: "Claude",
    steps: (connection) => [
      {
        instruction: "In Claude's settings, under Connectors, add a custom connector with this address:",
        label: "Address",
        text: addressOf(connection),
      },
      {
        instruction: "and a request header named Authorization with this value:",
        label: "Authorization",
        text: bearer(connection),
      },
    ],
    note: "Claude calls from its own servers: they must be able to reach this address.",
  },
  {
    id: "cursor",
    name: "Cursor",
    tokenName: "Cursor",
    steps: (connection) => [
      {
        instruction: "Add this to ~/.cursor/mcp.json, next to the existing servers:",
        label: "~/.cursor/mcp.json",
        text: toJson({
          mcpServers: { stackloop: { url: addressOf(connection), headers: headersOf(connection) } },
        }),
      },
    ],
  },
  {
    id: "vs-code",
    name: "VS Code",
    tokenName: "VS Code",
    steps: (connection) => [
      {
        instruction:
          "Run the command “MCP: Open User Configuration” and paste this into the file that opens:",
        label: "mcp.json",
        text: toJson({
          servers: {
            stackloop: { type: "http", url: addressOf(connection), headers: headersOf(connection) },
          },
        }),
      },
    ],
    note: "A project's .vscode/mcp.json works too, but is shared with everyone on the project.",
  },
  {
    id: "other",
    name: "Other",
    tokenName: "Script",
    steps: (connection) => [
      {
        instruction: "For an assistant that speaks MCP over HTTP, the address:",
        label: "Address",
        text: addressOf(connection),
      },
      {
        instruction: "and the header to send with every call:",
        label: "Header",
        text: `Authorization: ${bearer(connection)}`,
      },
      {
        instruction: "A script sends the same header to the REST API:",
        label: "Command",
        text: `curl -H "Authorization: ${bearer(connection)}" ${connection.origin}/api/user`,
      },
    ],
  },
];
