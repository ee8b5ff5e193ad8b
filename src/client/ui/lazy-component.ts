import { type ComponentType, lazy } from "react";

/** A component whose file is loaded when it is first shown. */
export const lazyComponent = <Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));
