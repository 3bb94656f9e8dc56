// Actions whose code comes when the window has nothing else to do, or when one of them is first done. They are for the
// conversation that is shown when they are asked for, however long the code takes. Where it cannot be had the person is told, and
// nothing is done.

import { loadWhenIdle } from '../core/parts/part.tsx';
import type { LostParts } from '../core/state/lostParts.ts';

type Actions<T> = { [K in keyof T]: (...given: never[]) => Promise<boolean> };

/** Makes them for one conversation. */
export type MakeActions<T> = (conversationId: () => string | null) => T;

export interface LateActionsDeps {
  /** The conversation that is shown now. */
  shown(): string | null;
  lost: Pick<LostParts, 'tell'>;
}

export function lateActions<T extends Actions<T>>(
  load: () => Promise<MakeActions<T>>,
  { shown, lost }: LateActionsDeps,
): T {
  loadWhenIdle([{ load }]);

  async function act(name: keyof T, given: never[], conversationId: string | null): Promise<boolean> {
    const make = await load().catch(() => null);
    if (make) return make(() => conversationId)[name](...given);
    await lost.tell(() => void act(name, given, conversationId));
    return false;
  }

  return new Proxy({} as T, {
    get:
      (_none, name) =>
      (...given: never[]) =>
        act(name as keyof T, given, shown()),
  });
}
