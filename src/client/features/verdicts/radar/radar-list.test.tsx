import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import type { Blip } from "#shared/verdicts/verdicts.ts";

import { RadarList } from "./radar-list.tsx";

const blip = (name: string, changes: Partial<Blip>): Blip => ({
  toolId: name.toLowerCase(),
  name,
  ring: "trial",
  from: null,
  sector: "media",
  modality: "audio",
  moved: null,
  isNew: false,
  decidedAt: "2026-05-03T10:00:00.000Z",
  firstDecidedAt: "2026-05-03T10:00:00.000Z",
  reason: "Beats our old transcripts by far.",
  ...changes,
});

test("lists every tool under its ring with its move, and opens it by keyboard", async () => {
  const onOpen = vi.fn<(toolId: string) => void>();
  const onHighlight = vi.fn<(toolId: string | null) => void>();
  const blips = [
    blip("Whisper", { from: "assess", moved: "in" }),
    blip("Cursor", { ring: "adopt", isNew: true, modality: "text" }),
    blip("Acme", { from: "adopt", moved: "out" }),
  ];
  render(<RadarList blips={blips} highlightedId={null} onOpen={onOpen} onHighlight={onHighlight} />);

  const trial = within(screen.getByRole("list", { name: "Trial" }));
  expect(trial.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Acmemedia · ▼ moved from AdoptAudio",
    "Whispermedia · ▲ moved from AssessAudio",
  ]);
  expect(screen.getByRole("list", { name: "Adopt" })).toHaveTextContent("Cursormedia · ● newText");
  expect(screen.queryByRole("list", { name: "Hold" })).not.toBeInTheDocument();
  expect(screen.getByRole("heading", { name: /^Hold/u })).toBeVisible();

  const person = userEvent.setup();
  await person.tab();
  expect(onHighlight).toHaveBeenLastCalledWith("cursor");
  await person.keyboard("{Enter}");
  expect(onOpen).toHaveBeenLastCalledWith("cursor");
});
