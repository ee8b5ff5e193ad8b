import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from "react";

/** Component whose file loads when it is first shown, or earlier by preloading. */
export interface LazyComponent<Props extends object> {
  (props: Props): ReactNode;
  /** Loads the file before the component is shown. */
  preload: () => Promise<void>;
  isLoaded: () => boolean;
}

/**
 * Creates a component whose file loads when it is first shown. Its placeholder gets the same props. React's `lazy`
 * waits at least 300 ms before it shows loaded content; this one doesn't.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: (props: Props) => ReactNode = () => null,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | null = null;
  const preload = async () => {
    Loaded ??= await load();
  };

  function Lazy(props: Props): ReactNode {
    const [, setReady] = useState(Loaded !== null);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    useEffect(() => {
      if (Loaded) return;
      preload().then(
        // As a transition, because rendering a view may take a second on a phone.
        () => startTransition(() => setReady(true)),
        (error: unknown) => setFailure({ error }),
      );
    }, []);
    if (failure) throw failure.error;
    return Loaded ? <Loaded {...props} /> : placeholder(props);
  }
  return Object.assign(Lazy, { preload, isLoaded: () => Loaded !== null });
}
