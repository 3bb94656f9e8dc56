// A part of the window whose code is loaded when it is first wanted, or before: `load`. It is drawn as soon as its code is
// there, at once when it was there already. React's own `lazy` holds it back: what has suspended is shown 300 ms later, and what
// is typed meanwhile goes to the old focus. Code that cannot be loaded is reported in its place, with a retry.

import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { comes } from '../../ui/coming.ts';
import { useSession } from '../state/context.tsx';
import type { LoadFailure } from '../state/lostParts.ts';
import { LostPart } from './LostPart.tsx';

export interface Part<P> {
  (props: P): ReactNode;
  /** Rejects when its code cannot be had; asked again, it tries again. */
  load(): Promise<unknown>;
}

/** The part of a component; names the type of an exported part where the component does not export its props. */
export type PartOf<C extends (props: never) => ReactNode> = Part<Parameters<C>[0]>;

/** `meanwhile` stands where it will be. `dialog`: without its code it is closed, and a toast says so. */
export function part<P extends object>(
  from: () => Promise<ComponentType<P>>,
  meanwhile: ReactNode = null,
  kind: 'inPlace' | 'dialog' = 'inPlace',
): Part<P> {
  let loaded: ComponentType<P> | null = null;
  async function load(): Promise<ComponentType<P>> {
    loaded ??= await comes(from());
    return loaded;
  }

  function Shown(props: P): ReactNode {
    const { lost, view } = useSession();
    const [Now, setNow] = useState(() => loaded);
    const [why, setWhy] = useState<LoadFailure | null>(null);
    const [tries, setTries] = useState(0);
    // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks for it anew
    useEffect(() => {
      if (Now) return;
      let gone = false;
      const failed = async (): Promise<void> => {
        if (gone) return;
        if (kind === 'inPlace') {
          const found = await lost.why();
          if (!gone) setWhy(found);
          return;
        }
        const { dialog, paletteOpen } = view.getState();
        view.setState({ dialog: null, paletteOpen: false });
        await lost.tell(() => view.setState({ dialog, paletteOpen }));
      };
      load().then((Loaded) => gone || setNow(() => Loaded), failed);
      return () => {
        gone = true;
      };
    }, [Now, tries, lost, view]);
    if (Now) return <Now {...props} />;
    if (why === null) return meanwhile;
    const again = (): void => {
      setWhy(null);
      setTries((count) => count + 1);
    };
    return <LostPart why={why} onAgain={again} />;
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
