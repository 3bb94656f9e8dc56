// The one thing that differs between the desktop window and a browser: how a transport to the host is had.

import type { Transport } from '../../shared/contract/transport.ts';

export type LinkOutcome =
  | { kind: 'open'; transport: Transport }
  /** It may work later: try again. */
  | { kind: 'unreachable' }
  /** It will not work by trying again: the address is no longer valid, or this window's end is used up. */
  | { kind: 'refused' };

export interface Link {
  /** Never rejects. Each call asks for a fresh transport. */
  open(): Promise<LinkOutcome>;
}
