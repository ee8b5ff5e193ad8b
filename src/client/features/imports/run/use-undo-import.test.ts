import { expect, test } from "vitest";

import { describeUndo } from "./use-undo-import.ts";

test.each([
  [{ deleted: 12, restored: 3, kept: 1 }, "Deleted 12, restored 3. 1 was changed since and stays."],
  [{ deleted: 1200, restored: 0, kept: 0 }, "Deleted 1,200."],
  [{ deleted: 0, restored: 3, kept: 2 }, "Restored 3. 2 were changed since and stay."],
])("%o", (undone, text) => expect(describeUndo(undone)).toBe(text));
