import { expect, test } from "vitest";

import type { HttpClient } from "#server/outside/http/http-client.ts";
import type { WebPage } from "#server/outside/pages/page.ts";
import { createSiteIcons } from "#server/outside/pages/site-icon.ts";
import { buildWebPage } from "#tests/support/found.ts";
import { pngImage } from "#tests/support/images.ts";

import { hostedWorkAt, readOwnerName, siteKey } from "./hosted-work.ts";

test.each([
  ["https://github.com/openai/whisper", "openai", "https://github.com/openai"],
  ["https://www.github.com/openai/whisper/tree/main?tab=readme#usage", "openai", "https://github.com/openai"],
  ["https://github.com/openai", "openai", "https://github.com/openai"],
  ["https://github.com/orgs/openai/repositories", "openai", "https://github.com/openai"],
  ["https://gist.github.com/karpathy/8627fe009c40f57531cb", "karpathy", "https://github.com/karpathy"],
  ["https://gitlab.com/gitlab-org/gitlab", "gitlab-org", "https://gitlab.com/gitlab-org"],
  ["https://gitlab.com/groups/gitlab-org", "gitlab-org", "https://gitlab.com/gitlab-org"],
  ["https://bitbucket.org/atlassian/aui", "atlassian", "https://bitbucket.org/atlassian"],
  ["https://codeberg.org/forgejo/forgejo", "forgejo", "https://codeberg.org/forgejo"],
  ["https://git.sr.ht/~sircmpwn/hare", "sircmpwn", "https://sr.ht/~sircmpwn"],
  ["https://huggingface.co/mistralai/Mistral-7B-v0.1", "mistralai", "https://huggingface.co/mistralai"],
  [
    "https://huggingface.co/spaces/stabilityai/stable-diffusion",
    "stabilityai",
    "https://huggingface.co/stabilityai",
  ],
  [
    "https://replicate.com/black-forest-labs/flux-schnell",
    "black-forest-labs",
    "https://replicate.com/black-forest-labs",
  ],
  ["https://hub.docker.com/r/ollama/ollama", "ollama", null],
  ["https://www.npmjs.com/package/@anthropic-ai/sdk", "anthropic-ai", null],
  ["https://www.npmjs.com/package/openai", null, null],
  ["https://pypi.org/project/transformers/", null, null],
  ["https://sourceforge.net/projects/weka/", null, null],
  ["https://apps.apple.com/us/app/chatgpt/id6448311069", null, null],
])("assigns %s to %s", (address, owner, ownerUrl) => {
  expect(hostedWorkAt(address)).toEqual({ owner, ownerUrl });
});

test.each([
  "https://github.com/",
  "https://github.com/features/copilot",
  "https://github.com/Marketplace",
  "https://huggingface.co/chat",
  "https://huggingface.co/docs/transformers",
  "https://replicate.com/explore",
  "https://gitlab.com/explore/projects",
  "https://pypi.org/",
  "https://openai.github.io/whisper",
  "https://claude.ai/github.com/openai",
  "https://github.com.example.org/openai/whisper",
])("treats %s as a site's own page", (address) => {
  expect(hostedWorkAt(address)).toBeNull();
});

test.each([
  ["openai", "OpenAI · GitHub", "OpenAI"],
  ["huggingface", "Hugging Face", "Hugging Face"],
  ["karpathy", "karpathy (Andrej Karpathy) · GitHub", "Andrej Karpathy"],
  ["openai", "openai (OpenAI)", "OpenAI"],
  ["karpathy", "karpathy - Overview", "karpathy"],
  ["atlassian", "GitHub", "atlassian"],
  ["private", "Sign in · GitLab", "private"],
  ["gone", "Page not found · GitHub", "gone"],
  ["quiet", null, "quiet"],
  ["quiet", "", "quiet"],
])("names the owner %s, whose page is titled %j, as %s", (owner, title, name) => {
  expect(readOwnerName(title, { owner, ownerUrl: `https://github.com/${owner}` })).toBe(name);
});

test("distinguishes works on one site, but not pages of one site", () => {
  expect(siteKey("https://github.com/openai/whisper/")).toBe(siteKey("https://github.com/OpenAI/Whisper"));
  expect(siteKey("https://github.com/openai/whisper")).not.toBe(siteKey("https://github.com/openai/gym"));
  expect(siteKey("https://claude.ai/new")).toBe(siteKey("https://claude.ai/"));
});

/** Returns the logos found for an address if this is its owner's page. */
async function logosFor(address: string, ownersPage: Partial<WebPage>): Promise<string[]> {
  const http: HttpClient = {
    send: ({ url }) => Promise.resolve({ url, movedTo: null, status: 200, headers: {}, body: pngImage() }),
  };
  const pages = {
    read: (url: string) =>
      Promise.resolve(
        buildWebPage({ icons: [{ url: `${new URL(url).origin}/favicon.png`, rank: 1 }], ...ownersPage }),
      ),
  };
  const found: string[] = [];
  for await (const { url } of createSiteIcons(http, pages).list(address)) found.push(url);
  return found;
}

test("uses the picture of the owner's account as the logo of their work", async () => {
  const REPOSITORY = "https://github.com/openai/whisper";
  const avatar = "https://avatars.githubusercontent.com/u/14957082?s=280&v=4";
  expect(await logosFor(REPOSITORY, { imageUrl: avatar })).toEqual([avatar]);
  const card = "https://opengraph.githubassets.com/1/openai/whisper";
  expect(await logosFor(REPOSITORY, { imageUrl: card })).toEqual([]);
  expect(await logosFor("https://pypi.org/project/openai/", { imageUrl: avatar })).toEqual([]);
  expect(await logosFor("https://openai.com/", { imageUrl: card })).toEqual([
    "https://openai.com/favicon.png",
  ]);
});
