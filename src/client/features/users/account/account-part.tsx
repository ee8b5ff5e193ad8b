import type { ReactNode } from "react";

import { Card } from "#client/ui/card.tsx";

interface AccountPartProps {
  title: string;
  text: ReactNode;
  children: ReactNode;
}

/** Section of the account page, with its description on the left and its controls on the right. */
export function AccountPart({ title, text, children }: AccountPartProps) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-5 p-5 md:p-6 @2xl:grid-cols-[14rem_minmax(0,1fr)]">
      <div>
        <h2 className="text-base font-semibold">{title}</h2>
        <p className="mt-1 text-pretty text-ink-muted">{text}</p>
      </div>
      {children}
    </Card>
  );
}
