import { dirname } from "node:path";

const file = process.env["PROGRAM_UNDER_TEST"];

/**
 * The executable file that `npm run verify` tests instead of the built program, with an empty home folder and no
 * other program. Null by default.
 */
export const executableFile =
  file === undefined
    ? null
    : { command: [file], folder: dirname(file), environment: { PATH: "", HOME: dirname(file) } };
