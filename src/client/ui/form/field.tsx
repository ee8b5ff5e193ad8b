import { CircleAlert } from "lucide-react";
import { createContext, type ReactNode, useContext, useId, useMemo } from "react";

interface FieldControl {
  id: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  isRequired: boolean;
}

const FieldContext = createContext<FieldControl | null>(null);

interface ControlProps {
  id?: string | undefined;
  "aria-describedby"?: string | undefined;
}

/** Returns the attributes that connect a control to its Field. Outside a Field, returns `ownProps`. */
export function useFieldControl(ownProps: ControlProps) {
  const field = useContext(FieldContext);
  if (field === null) return ownProps;
  return {
    id: ownProps.id ?? field.id,
    "aria-describedby":
      [ownProps["aria-describedby"], field.describedBy].filter(Boolean).join(" ") || undefined,
    "aria-invalid": field.isInvalid || undefined,
    "aria-required": field.isRequired || undefined,
  };
}

interface FieldProps {
  label: string;
  /** Permanent hint below the control. */
  hint?: ReactNode;
  /** One sentence with the problem and its solution. */
  error?: string | undefined;
  isRequired?: boolean;
  /** Control to the right of the label, such as an auto-fill button. */
  action?: ReactNode;
  className?: string;
  /** Control of the design system. It gets its id and ARIA attributes from this field. */
  children: ReactNode;
}

/** Form field with a label, a control, a hint and an error, connected for assistive technology. */
export function Field({ label, hint, error, isRequired = false, action, className, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const hasHint = hint !== undefined && hint !== null;
  const isInvalid = error !== undefined && error !== "";
  const describedBy = [isInvalid && errorId, hasHint && hintId].filter(Boolean).join(" ") || undefined;
  const control = useMemo(
    () => ({ id, describedBy, isInvalid, isRequired }),
    [id, describedBy, isInvalid, isRequired],
  );

  return (
    <div className={className}>
      <div className="mb-1.5 flex min-h-5 items-center justify-between gap-2">
        <label htmlFor={id} className="text-sm font-medium text-ink">
          {label}
          {isRequired && (
            <>
              {" "}
              <span className="text-danger-ink">*</span>
            </>
          )}
        </label>
        {/* Taller than the label's line. Negative margins prevent it from moving the control below. */}
        {action && <div className="-my-2 md:-my-1">{action}</div>}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      {isInvalid && (
        <p id={errorId} className="mt-1.5 flex items-start gap-1.5 text-xs text-danger-ink">
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          {error}
        </p>
      )}
      {hasHint && (
        <div id={hintId} className="mt-1.5 text-xs text-ink-faint">
          {hint}
        </div>
      )}
    </div>
  );
}
