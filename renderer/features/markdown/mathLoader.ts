// Loads formula support once, for the first text with formulas; shows their source until then.

import { useEffect, useSyncExternalStore } from 'react';
import { loadCode } from '../../core/loadCode.ts';
import { useSession } from '../../core/state/context.tsx';
import type { MathLoader, MathPlugins } from '../../core/state/textTools.ts';

export function createMathLoader(): MathLoader {
  const listeners = new Set<() => void>();
  let plugins: MathPlugins | null = null;
  let loading: Promise<void> | null = null;
  return {
    loaded: () => plugins,
    load() {
      loading ??= loadCode(() => import('./math.ts')).then(
        ({ createMathPlugins: createMathsPlugins }) => {
          plugins = createMathsPlugins();
          for (const listener of listeners) listener();
        },
        () => {
          loading = null;
        },
      );
      return loading;
    },
    onLoaded(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const none = (): null => null;
const nothing = (): void => undefined;

/** The plugins, if the text has formulas and they are loaded. */
export function useMath(enabled: boolean): MathPlugins | null {
  const { mathLoader } = useSession();
  const loaded = enabled ? mathLoader.loaded : none;
  const plugins = useSyncExternalStore(enabled ? mathLoader.onLoaded : () => nothing, loaded, loaded);
  useEffect(() => {
    if (enabled) void mathLoader.load();
  }, [mathLoader, enabled]);
  return plugins;
}
