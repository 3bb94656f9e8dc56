// A lazily loaded part of the window, preloadable with `load`. Renders as soon as its code is available, synchronously
// if already loaded. React's `lazy` would reveal it 300 ms late, with typing going to the old focus. If loading fails,
// offers a retry in its place.

import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { loadCode, trackLoad } from '../loadCode.ts';
import { useSession } from '../state/context.tsx';
import type { LoadFailure } from '../state/failedLoads.ts';
import { strings } from '../strings.ts';

/** Placeholder for a part of the window whose code failed to load, with the reason and a button. */
const words = strings.ui.lost;

function LostPart({ why, onAgain }: { why: LoadFailure; onAgain: () => void }) {
  const { connection, lost } = useSession();
  const latest = useRef(onAgain);
  latest.current = onAgain;
  // Retries automatically once the host is back.
  useEffect(() => connection.onOpen(() => latest.current()), [connection]);
  const away = why === 'away';
  return (
    <div role="alert" className="m-auto flex max-w-[56ch] flex-wrap items-center justify-center gap-x-3 gap-y-2 p-4">
      <p className="text-ink-2 text-ui">{words[why]}</p>
      <Button size="small" onClick={away ? onAgain : lost.loadAgain}>
        {away ? strings.ui.tryAgain : words.loadAgain}
      </Button>
    </div>
  );
}

export interface Part<P> {
  (props: P): ReactNode;
  /** Rejects if the code cannot be loaded; calling again retries. */
  load(): Promise<unknown>;
}

/** The part for a component; names the type of an exported part whose component does not export its props. */
export type PartOf<C extends (props: never) => ReactNode> = Part<Parameters<C>[0]>;

/** `meanwhile`: placeholder. `dialog`: on failure, closes it and shows a toast. */
export function lazyPart<P extends object>(
  from: () => Promise<ComponentType<P>>,
  meanwhile: ReactNode = null,
  kind: 'inPlace' | 'dialog' = 'inPlace',
): Part<P> {
  let loaded: ComponentType<P> | null = null;
  async function load(): Promise<ComponentType<P>> {
    loaded ??= await trackLoad(loadCode(from));
    return loaded;
  }

  function Shown(props: P): ReactNode {
    const { lost, view } = useSession();
    const [Now, setNow] = useState(() => loaded);
    const [why, setWhy] = useState<LoadFailure | null>(null);
    const [tries, setTries] = useState(0);
    const repeated = useRef(false);
    // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks for it anew
    useEffect(() => {
      if (Now) return;
      let cancelled = false;
      const failed = async (): Promise<void> => {
        if (cancelled) return;
        if (kind === 'inPlace') {
          const reason = await lost.why();
          if (cancelled) return;
          // The host is back: its connection may have opened before this part could notice.
          if (reason === 'failed' && !repeated.current) {
            repeated.current = true;
            return setTries((count) => count + 1);
          }
          return setWhy(reason);
        }
        const { dialog, paletteOpen } = view.getState();
        view.setState({ dialog: null, paletteOpen: false });
        await lost.tell(() => view.setState({ dialog, paletteOpen }));
      };
      load().then((Loaded) => cancelled || setNow(() => Loaded), failed);
      return () => {
        cancelled = true;
      };
    }, [Now, tries, lost, view]);
    if (Now) return <Now {...props} />;
    if (why === null) return meanwhile;
    const again = (): void => {
      setWhy(null);
      repeated.current = false;
      setTries((count) => count + 1);
    };
    return <LostPart why={why} onAgain={again} />;
  }
  return Object.assign(Shown, { load });
}

/** Preloads parts so that each opens without delay. Returns a function that stops. */
export function loadWhenIdle(parts: readonly Pick<Part<never>, 'load'>[]): () => void {
  if (typeof requestIdleCallback !== 'function') return () => {};
  const loadAll = (): void => {
    // A failed load is retried when the part is needed.
    for (const { load } of parts) load().catch(() => {});
  };
  const idleCallback = requestIdleCallback(loadAll, { timeout: 10_000 });
  return () => cancelIdleCallback(idleCallback);
}
