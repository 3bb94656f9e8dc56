// A part of the window whose code is loaded when it is first wanted, or before: `load`. It is drawn as soon as its code is
// there, at once when it was there already. React's own `lazy` holds it back: what has suspended is shown 300 ms later, and what
// one types meanwhile goes to whatever has the focus.

import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

export interface Part<P> {
  (props: P): ReactNode;
  /** Rejects when its code cannot be had; asked again, it tries again. */
  load(): Promise<unknown>;
}

/** `meanwhile` stands where it will be. Code that cannot be had is an error for the boundary around it. */
export function part<P extends object>(from: () => Promise<ComponentType<P>>, meanwhile: ReactNode = null): Part<P> {
  let loaded: ComponentType<P> | null = null;
  async function load(): Promise<ComponentType<P>> {
    loaded ??= await from();
    return loaded;
  }

  function Shown(props: P): ReactNode {
    const [Now, setNow] = useState(() => loaded);
    const [failure, setFailure] = useState<{ reason: unknown } | null>(null);
    useEffect(() => {
      if (Now) return;
      let gone = false;
      load().then(
        (Loaded) => gone || setNow(() => Loaded),
        (reason) => gone || setFailure({ reason }),
      );
      return () => {
        gone = true;
      };
    }, [Now]);
    if (failure) throw failure.reason;
    return Now ? <Now {...props} /> : meanwhile;
  }
  return Object.assign(Shown, { load });
}

/** So that each is there without a wait. Returns how to give it up. */
export function loadWhenIdle(parts: readonly Pick<Part<never>, 'load'>[]): () => void {
  if (typeof requestIdleCallback !== 'function') return () => {};
  const loadAll = (): void => {
    // What fails is asked again when it is wanted.
    for (const { load } of parts) load().catch(() => {});
  };
  const asked = requestIdleCallback(loadAll, { timeout: 10_000 });
  return () => cancelIdleCallback(asked);
}
