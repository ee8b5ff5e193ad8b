import { screen } from "@testing-library/react";

/** A toast with this title or text, once it is shown. */
export const toast = (text: string) => screen.findByText(text, { selector: "[data-tone] *" });

/** The line above a list that counts what is shown, once it says this. */
export const countLine = (text: string) => screen.findByText(text, { selector: "output" });
