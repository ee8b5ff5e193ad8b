import { SCOPE_WORDS, TOKEN_SCOPES, type TokenScope } from "#shared/accounts/token-scopes.ts";

interface ScopePickerProps {
  chosen: TokenScope;
  onChange: (scope: TokenScope) => void;
}

/** Choice of a token's permissions, as cards with a description. */
export function ScopePicker({ chosen, onChange }: ScopePickerProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-ink">Allowed to</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {TOKEN_SCOPES.map((value) => (
          <label
            key={value}
            className="grid cursor-pointer grid-cols-[minmax(0,1fr)_auto] content-start gap-x-3 gap-y-0.5 rounded-control border border-line-strong bg-surface px-3 py-2.5 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <span className="text-sm font-medium text-ink">{SCOPE_WORDS[value].name}</span>
            <input
              type="radio"
              name="scope"
              value={value}
              checked={value === chosen}
              onChange={() => onChange(value)}
              className="size-4 accent-accent outline-none"
            />
            <span className="col-span-2 text-xs text-pretty text-ink-muted">
              {SCOPE_WORDS[value].sentence}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
