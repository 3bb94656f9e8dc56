// Keeps the machine awake while a run works, if the user wants that. The system releases it when the process ends, too.

import type { PowerSaveBlocker } from 'electron';

export interface KeepAwake {
  /** `isWanted`: the setting is on, and something works. Returns whether that changed anything. */
  set(isWanted: boolean): boolean;
  isAwake(): boolean;
}

export function createKeepAwake(blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>): KeepAwake {
  let id: number | null = null;
  return {
    set(isWanted) {
      if (isWanted === (id !== null)) return false;
      if (id === null) id = blocker.start('prevent-app-suspension');
      else {
        blocker.stop(id);
        id = null;
      }
      return true;
    },
    isAwake: () => id !== null,
  };
}
