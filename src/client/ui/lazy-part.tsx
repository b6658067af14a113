import { useEffect, useState, type ComponentType, type JSX, type ReactNode } from 'react';
import { afterFirstLoad } from '../base/idle.ts';

/** A component whose code is loaded when it is first shown, or earlier with `preload`. */
interface LazyPart<Props> {
  (props: Props): JSX.Element;
  /** Loads the code for a later use; a failure is only reported when the component is shown. */
  preload(): void;
}

interface Options {
  /** The page works without this part: when its code does not load, the placeholder stays and the page too. */
  isOptional?: boolean;
  /** The code is loaded when the browser is idle and the first load is over, after what the page needs first. */
  isLate?: boolean;
}

/**
 * Returns a component that shows `placeholder` until its code is loaded, and throws to the next error boundary when that
 * fails. `lazy` inside Suspense would do the same, but React shows what follows a fallback up to 300 ms late.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
  { isOptional = false, isLate = false }: Options = {},
): LazyPart<Props> {
  let loaded: { Part: ComponentType<Props> } | null = null;
  const loadOnce = async () => (loaded ??= { Part: await load() });

  function Lazy(props: Props) {
    const [state, setState] = useState<{ Part?: ComponentType<Props>; failure?: unknown }>(loaded ?? {});
    useEffect(() => {
      if (state.Part) return undefined;
      const start = () => void loadOnce().then(setState, (failure: unknown) => setState({ failure }));
      return isLate ? afterFirstLoad(start) : start();
    }, [state.Part]);
    if ('failure' in state && !isOptional) throw state.failure;
    return state.Part ? <state.Part {...props} /> : <>{placeholder}</>;
  }
  return Object.assign(Lazy, { preload: () => void loadOnce().catch(() => undefined) });
}
