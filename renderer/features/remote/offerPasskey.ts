// Remembers across the reload that ends a pairing that the window then offers a passkey, once.

import { may } from '../../core/state/rights.ts';
import type { Session } from '../../core/state/session.ts';
import { hasPlatformPasskeys } from './passkey.ts';

const name = 'throughline-offer-passkey';

export function keepOffer(): void {
  sessionStorage.setItem(name, 'yes');
}

/** Opens the offer in a window that was just paired, if the device can have a passkey and its right has a use for one. */
export async function offerPasskey({ app, connection, view }: Session): Promise<void> {
  if (sessionStorage.getItem(name) === null) return;
  sessionStorage.removeItem(name);
  if (!may(app.store.getState().snapshot, 'remote.addPasskey') || !(await hasPlatformPasskeys())) return;
  const status = await connection.call('remote.passkeys', {});
  const isFree = view.getState().dialog === null;
  if (status.ok && status.value.count === 0 && status.value.refusal === null && isFree)
    view.setState({ dialog: { type: 'passkeyOffer' } });
}
