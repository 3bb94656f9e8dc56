// Names of the objects in the store. A device writes and removes only below its own.

import type { Sealer } from '../seal/sealer.ts';

const seqDigits = 12;
const segmentDigits = 8;

export interface SyncNames {
  readonly space: string;
  logFolder(device: string): string;
  logEntry(device: string, seq: number): string;
  segment(device: string, conversation: string, n: number): string;
  filePart(device: string, hash: string, part: number): string;
  /** Stored by a device that has left: nothing else of it remains. */
  left(device: string): string;
  /** Stored by a device that moved to a new space. */
  moved(device: string): string;
}

export function logName(seq: number): string {
  return String(seq).padStart(seqDigits, '0');
}

/** Null if it is no entry's name. */
export function parseLogName(name: string): number | null {
  return /^\d{12}$/.test(name) ? Number(name) : null;
}

export function movedObject(space: string, device: string): string {
  return `${space}/${device}/moved`;
}

export function leftObject(space: string, device: string): string {
  return `${space}/${device}/left`;
}

export function createSyncNames(space: string, sealer: Pick<Sealer, 'hiddenName'>): SyncNames {
  return {
    space,
    logFolder: (device) => `${space}/${device}/log`,
    logEntry: (device, seq) => `${space}/${device}/log/${logName(seq)}`,
    segment: (device, conversation, n) =>
      `${space}/${device}/c/${sealer.hiddenName('conversation', conversation)}/${String(n).padStart(segmentDigits, '0')}`,
    left: (device) => leftObject(space, device),
    moved: (device) => movedObject(space, device),
    filePart: (device, hash, part) => `${space}/${device}/f/${sealer.hiddenName('file', hash)}/${part}`,
  };
}
