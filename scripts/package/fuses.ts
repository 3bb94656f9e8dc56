// Fuses: switches in Electron's binary. They are read back from the finished app, since signing, merging for two processors or a
// later step could replace it.

import fuses from '@electron/fuses';
import type { Configuration } from 'electron-builder';

type FuseSettings = NonNullable<Configuration['electronFuses']>;

const states: Record<number, boolean> = { ['0'.charCodeAt(0)]: false, ['1'.charCodeAt(0)]: true };

/** Returns the fuses that differ from their settings, each with what it is. Empty: all are as set. */
export async function differingFuses(binary: string, wanted: FuseSettings): Promise<string[]> {
  const wire: Partial<Record<number, number>> = await fuses.getCurrentFuseWire(binary);
  return Object.entries(wanted).flatMap(([name, value]) => {
    if (typeof value !== 'boolean') return [];
    const position = fuses.FuseV1Options[`${name.charAt(0).toUpperCase()}${name.slice(1)}` as 'RunAsNode'];
    const state = states[wire[position] ?? -1];
    return state === value ? [] : [`${name} is ${state === undefined ? 'missing' : state ? 'on' : 'off'}`];
  });
}
