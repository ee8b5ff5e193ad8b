import { screen, waitFor } from "@testing-library/react";

/** A toast with this title or text, once it is shown and can be pressed. */
export async function toast(text: string): Promise<HTMLElement> {
  const shown = await screen.findByText(text, { selector: "[data-tone] *" });
  // Radix counts its toasts in an effect, and lets their region be pressed only then.
  await waitFor(() => {
    if (shown.closest("[role=region]")?.getAttribute("style")?.includes("pointer-events: none") === true)
      throw new Error(`the toast ${text} can't be pressed`);
  });
  return shown;
}

/** The line with the number of shown items, once it has this text. */
export const countLine = (text: string) => screen.findByText(text, { selector: "output" });
