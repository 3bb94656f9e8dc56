// A paired device behind a connection, instead of a window of this machine.

import type { RemoteDevice } from '../../shared/features/remote/methods.ts';

export type { RemoteDevice };

/** Admits paired devices to the local server. */
export interface DeviceAccess {
  /** `host` or `host:port` that a tunnel sends besides loopback names; null: none. */
  hostName(): string | null;
  /** The device whose session on this origin it is; null: none. */
  find(secret: string | undefined, origin: string): RemoteDevice | null;
  /** Calls `end` once the device may no longer be connected. Returns a function for when it has left. */
  connected(device: RemoteDevice, end: () => void): () => void;
}
