import { classNames } from "#client/ui/class-names.ts";
import { lazyComponent } from "#client/ui/lazy-component.tsx";

import { CommentSkeletons } from "./comment-skeletons.tsx";

/** Discussion of an item, loaded when the first one opens. */
export const Discussion = lazyComponent(
  async () => (await import("./discussion.tsx")).Discussion,
  ({ isEmbedded = false }) => (
    <div className={classNames(!isEmbedded && "border-t border-line p-4 md:px-5")}>
      <CommentSkeletons />
    </div>
  ),
);
