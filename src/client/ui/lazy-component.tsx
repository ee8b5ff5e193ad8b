import { type ComponentType, type ReactNode, useEffect, useState } from "react";

/** A component whose file is loaded when it is first shown, or before. */
export interface LazyComponent<Props extends object> {
  (props: Props): ReactNode;
  /** Has the file come before the component is shown. */
  preload: () => Promise<void>;
}

/**
 * A component whose file is loaded when it is first shown; what stands in its place until then is made of the same
 * props. React's own `lazy` shows what has come no sooner than 300 ms after it began to wait; here it is shown at once.
 */
export function lazyComponent<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  standIn: (props: Props) => ReactNode = () => null,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | null = null;
  const preload = async () => {
    Loaded ??= (await load())[name];
  };

  function Lazy(props: Props): ReactNode {
    const [, setReady] = useState(Loaded !== null);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    useEffect(() => {
      if (Loaded) return;
      preload().then(
        () => setReady(true),
        (error: unknown) => setFailure({ error }),
      );
    }, []);
    if (failure) throw failure.error;
    return Loaded ? <Loaded {...props} /> : standIn(props);
  }
  return Object.assign(Lazy, { preload });
}
