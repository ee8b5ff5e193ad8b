import { ErrorState } from "#client/ui/feedback/error-state.tsx";

/** Shown instead of the sign-in card when it is not known whether somebody is signed in. */
export function UnreachablePage({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center px-4">
      <h1 className="sr-only">StackLoop</h1>
      <ErrorState
        title="Can't reach StackLoop"
        text="The server is down or can't be reached. Everything you saved is safe."
        onRetry={onRetry}
      />
    </main>
  );
}
