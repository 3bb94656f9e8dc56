// Which conversations run on a device, and how a run is handed from one device to another. Each log entry lists all of it as it is then,
// so that the newest entry is enough, and nothing has to be undone. A request names a run: one that has ended cannot be
// ended again, however late or often the request is read, and no clock decides anything.

import { z } from 'zod';
import type { SyncState } from './syncState.ts';

const pair = z.tuple([z.string(), z.string()]);
const triple = z.tuple([z.string(), z.string(), z.string()]);

/** A field that a newer version writes differently counts as absent. */
export const presenceFields = {
  /** Conversation, run. */
  runs: z.array(pair).optional().catch(undefined),
  /** Device, conversation, run: this device wants to continue there, once that run has ended. */
  asks: z.array(triple).optional().catch(undefined),
  /** Conversation, run, device: the run was ended for this device. */
  handed: z.array(triple).optional().catch(undefined),
  /** Devices whose runs the user is looking at. */
  watches: z.array(z.string()).optional().catch(undefined),
};

export interface Presence {
  runs: [string, string][];
  asks: [string, string, string][];
  handed: [string, string, string][];
  watches: string[];
}

type Fields = { [Field in keyof Presence]?: Presence[Field] | undefined };

const nothing: Presence = { runs: [], asks: [], handed: [], watches: [] };

/** Without what is empty. */
export function fieldsOf({ runs, asks, handed, watches }: Presence): Fields {
  return {
    ...(runs.length > 0 ? { runs } : {}),
    ...(asks.length > 0 ? { asks } : {}),
    ...(handed.length > 0 ? { handed } : {}),
    ...(watches.length > 0 ? { watches } : {}),
  };
}

const factOf = (device: string): string => `presence ${device}`;

export function notePresence(state: SyncState, device: string, entry: Fields): void {
  const { runs = [], asks = [], handed = [], watches = [] } = entry;
  const text = JSON.stringify({ runs, asks, handed, watches });
  if (presenceText(state, device) !== text) state.setFact(factOf(device), text);
}

/** As the newest entry of the device has it. */
export function presenceOf(state: SyncState, device: string): Presence {
  return JSON.parse(presenceText(state, device)) as Presence;
}

function presenceText(state: SyncState, device: string): string {
  return state.fact(factOf(device)) ?? JSON.stringify(nothing);
}

/** True if the device's newest entry has another presence. */
export function differs(state: SyncState, device: string, { runs, asks, handed, watches }: Presence): boolean {
  return presenceText(state, device) !== JSON.stringify({ runs, asks, handed, watches });
}

export function forgetPresence(state: SyncState, device: string): void {
  state.run('DELETE FROM facts WHERE name = ?', factOf(device));
}
