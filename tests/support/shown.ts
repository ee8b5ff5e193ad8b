import { screen } from "@testing-library/react";

/** A toast with this title or text, once it is shown. */
export const toast = (text: string) => screen.findByText(text, { selector: "[data-tone] *" });

/** The line with the number of shown items, once it has this text. */
export const countLine = (text: string) => screen.findByText(text, { selector: "output" });
