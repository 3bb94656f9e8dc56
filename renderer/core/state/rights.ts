// Rights of the device whose window this is, as the host sent them with its state. The host refuses the rest anyway; the
// window leaves it out. Controls are hidden by their `data-needs` (renderer/features/remote/deviceView.ts).

import type { Need } from '../../../shared/features/remote/needs.ts';
import type { AppSnapshot } from '../../../shared/features/start/methods.ts';
import { useApp } from './context.tsx';

declare module 'react' {
  interface HTMLAttributes<T> {
    /** The methods that this control calls. On a device that may not call one of them, it is not shown. */
    'data-needs'?: Need | undefined;
  }
}

/** Before the first snapshot nothing is known, and nothing is left out. */
export function may(snapshot: AppSnapshot | null, need: Need | undefined): boolean {
  return need === undefined || !snapshot?.device?.refused.includes(need);
}

export function useMay(need: Need): boolean {
  return useApp((snapshot) => may(snapshot, need));
}
