// Other devices as windows: pairing them, their rights, and the name under which a tunnel reaches this machine.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { defineMethod, id, nothing } from '../../protocol/method.ts';
import { type Right, rights } from './rights.ts';

export interface DeviceInfo {
  id: string;
  name: string;
  right: Right;
  /** Where its page came from, such as `https://box.example`: its key works only there. */
  origin: string;
  /** ISO 8601, UTC. */
  addedAt: string;
  /** ISO 8601, UTC; null: never since it was paired. */
  seenAt: string | null;
  /** It has an open window now. */
  connected: boolean;
}

/** One pairing at a time. */
export interface PairingInfo {
  id: string;
  /** Null: it was used, or another process made it. */
  code: string | null;
  /** ISO 8601, UTC. */
  until: string;
  right: Right;
  /** Wrong codes entered so far. The code stays valid. */
  wrong: number;
  /** A device that has entered the code and waits for the user; null: none yet. */
  device: { name: string; origin: string; check: string } | null;
}

export interface RemoteInfo {
  /** `host` or `host:port` under which a tunnel reaches this machine; null: none. */
  name: string | null;
  /** It is for this start only, and the saved one is not used. */
  fixedName: boolean;
  /** The local server's, such as `http://127.0.0.1:4817`; null: it does not run. */
  address: string | null;
  /** Why the local server could not start; null: it did, or nothing needs it. */
  problem: UserTextData | null;
  devices: DeviceInfo[];
  pairing: PairingInfo | null;
}

/** The device behind this connection. */
export interface RemoteDevice {
  id: string;
  name: string;
  right: Right;
  /** `host` or `host:port` of its page. */
  hostName: string;
}

export type RemoteEvent =
  | { type: 'remote.changed'; info: RemoteInfo }
  /** In place of an event that a device may not see: the numbers of events have no gaps. */
  | { type: 'remote.withheld' };

const right = z.enum(rights);
export const maxDeviceName = 60;
const deviceName = z.string().trim().min(1).max(maxDeviceName);

export const remoteMethods = {
  /** The caller's device; null: a window of this machine. */
  'remote.me': defineMethod<{ device: RemoteDevice | null }>()('none', nothing),
  /** Returns everything; `remote.changed` follows. */
  'remote.info': defineMethod<RemoteInfo>()('none', nothing),
  /** Null: none. The user confirms a name outside of the window. */
  'remote.setName': defineMethod<RemoteInfo>()('app', z.object({ name: z.string().max(300).nullable() })),
  /** Makes a code for one device and starts the local server. Replaces an earlier code. */
  'remote.startPairing': defineMethod<RemoteInfo>()('app', z.object({ right })),
  /** The user confirms the device with its check number outside of the window. */
  'remote.accept': defineMethod<RemoteInfo>()('app', z.object({ pairingId: id, name: deviceName.exactOptional() })),
  /** Refuses the device, or withdraws the code. */
  'remote.cancelPairing': defineMethod<RemoteInfo>()('app', z.object({ pairingId: id })),
  'remote.rename': defineMethod<RemoteInfo>()('app', z.object({ deviceId: id, name: deviceName })),
  /** The user confirms a higher right outside of the window. */
  'remote.setRight': defineMethod<RemoteInfo>()('app', z.object({ deviceId: id, right })),
  /** Ends its windows at once. */
  'remote.revoke': defineMethod<RemoteInfo>()('app', z.object({ deviceId: id })),
} as const;
