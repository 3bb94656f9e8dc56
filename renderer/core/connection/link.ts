// Abstracts how to get a transport to the host, the only difference between desktop and browser.

import type { Transport } from '../../../shared/protocol/transport.ts';

export type LinkOutcome =
  | { kind: 'open'; transport: Transport }
  /** Temporary: try again. */
  | { kind: 'unreachable' }
  /** The host does not know this window. `newPage`: its transport is used up; `newAddress`: the host was restarted. */
  | { kind: 'refused'; wants: 'newPage' | 'newAddress' };

export interface Link {
  /** Never rejects. Each call requests a new transport. */
  open(): Promise<LinkOutcome>;
  /** Called when it makes sense to retry at once, because this window received a new URL. */
  onRenewed?(listener: () => void): void;
}
