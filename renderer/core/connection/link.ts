// The one thing that differs between the desktop window and a browser: how a transport to the host is had.

import type { Transport } from '../../../shared/protocol/transport.ts';

export type LinkOutcome =
  | { kind: 'open'; transport: Transport }
  /** It may work later: try again. */
  | { kind: 'unreachable' }
  /** The host is there but does not know this window: `newPage`, its end is used up; `newAddress`, it was started again. */
  | { kind: 'refused'; wants: 'newPage' | 'newAddress' };

export interface Link {
  /** Never rejects. Each call asks for a fresh transport. */
  open(): Promise<LinkOutcome>;
  /** Calls when there is reason to try again at once: this window was given the address of the latest start. */
  onRenewed?(listener: () => void): void;
}
