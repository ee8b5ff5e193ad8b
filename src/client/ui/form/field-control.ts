import { createContext, useContext } from "react";

interface FieldControl {
  id: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  isRequired: boolean;
}

export const FieldContext = createContext<FieldControl | null>(null);

interface OwnProps {
  id?: string | undefined;
  "aria-describedby"?: string | undefined;
}

/** Returns the attributes that connect a control to its Field. Outside a Field, returns the control's own ones. */
export function useFieldControl(own: OwnProps) {
  const field = useContext(FieldContext);
  if (field === null) return own;
  return {
    id: own.id ?? field.id,
    "aria-describedby": [own["aria-describedby"], field.describedBy].filter(Boolean).join(" ") || undefined,
    "aria-invalid": field.isInvalid || undefined,
    "aria-required": field.isRequired || undefined,
  };
}
