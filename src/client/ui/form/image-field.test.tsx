import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";

import { ImageField } from "./image-field.tsx";

type Upload = (file: File, onProgress: (share: number) => void) => Promise<string>;

function Logo({ onUpload }: { onUpload: Upload }) {
  const [value, setValue] = useState("");
  return <ImageField label="Logo" value={value} onChange={setValue} onUpload={onUpload} />;
}

const picture = new File(["x"], "logo.png", { type: "image/png" });

test("uploads a chosen file with progress, previews and removes it", async () => {
  const upload = Promise.withResolvers<string>();
  render(
    <Logo
      onUpload={(_file, onProgress) => {
        onProgress(0.4);
        return upload.promise;
      }}
    />,
  );
  await userEvent.upload(screen.getByLabelText("Logo: file"), picture);
  expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "40%");

  upload.resolve("/public-objects/logos/1.png");
  const preview = await screen.findByRole("img", { name: "Preview" });
  expect(preview).toHaveAttribute("src", "/public-objects/logos/1.png");
  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  expect(screen.getByLabelText("Logo")).toHaveValue("");
});

test("uploads a dropped file; a failed upload leaves the field unchanged", async () => {
  render(<Logo onUpload={() => Promise.reject(new Error("too big"))} />);
  await userEvent.type(screen.getByLabelText("Logo"), "https://example.org/a.png");
  fireEvent.drop(screen.getByLabelText("Logo"), { dataTransfer: { files: [picture] } });
  expect(await screen.findByRole("button", { name: "Upload" })).toBeVisible();
  expect(screen.getByLabelText("Logo")).toHaveValue("https://example.org/a.png");
});

test("hides a preview that does not load", async () => {
  render(<Logo onUpload={() => Promise.resolve("")} />);
  await userEvent.click(screen.getByLabelText("Logo"));
  await userEvent.paste("https://example.org/a.png");
  fireEvent.error(screen.getByRole("img", { name: "Preview" }));
  expect(screen.queryByRole("img", { name: "Preview" })).toBeNull();
});
