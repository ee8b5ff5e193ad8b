import { ErrorState } from "#client/ui/feedback/error-state.tsx";

/** Page shown instead of the sign-in card if the session state can't be determined. */
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
