import type { ComponentProps } from "react";

import { completeAddress } from "#shared/texts/web-address.ts";

import { TextInput } from "./text-input.tsx";

interface AddressInputProps extends Omit<ComponentProps<typeof TextInput>, "value" | "onChange"> {
  value: string;
  onChange: (value: string) => void;
}

/** Input for a URL. Adds a missing scheme, as for `chatgpt.com`, when it loses focus. */
export function AddressInput({ value, onChange, onBlur, ...rest }: AddressInputProps) {
  return (
    <TextInput
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={(event) => {
        const address = completeAddress(value);
        if (address !== value) onChange(address);
        onBlur?.(event);
      }}
    />
  );
}
