import { dirname } from "node:path";

const file = process.env["PROGRAM_UNDER_TEST"];

/**
 * The executable file that `npm run verify` has the tests start instead of the built program, and all that it has around
 * it: no other program, and a home folder. Null where none is named.
 */
export const executableFile =
  file === undefined
    ? null
    : { command: [file], folder: dirname(file), environment: { PATH: "", HOME: dirname(file) } };
