import { classNames } from "#client/ui/class-names.ts";

/** Product logo: a stack of layers. Decorative, because the name is next to it. */
export function ProductLogo({ className = "size-7" }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={classNames("shrink-0", className)}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path d="M7 12.5 16 8l9 4.5-9 4.5z" className="fill-on-accent" />
      <path
        d="m7 17 9 4.5 9-4.5M7 21.5 16 26l9-4.5"
        className="fill-none stroke-on-accent"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
