// Confirmation outside the window: a code to type, or a native dialog. One at a time: further requests are not
// confirmed. A paired device is asked for its passkey in the same way.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ContractClient } from '../../../shared/protocol/client.ts';

export interface PendingConfirmation {
  confirmation: string;
  end(confirmed: boolean): void;
  /** Set if the device's passkey is asked for, not a code: PublicKeyCredentialRequestOptions as JSON. */
  passkey?: Record<string, unknown>;
}

export interface Confirmations {
  /** Set while a code or a passkey is requested. */
  store: StoreApi<{ pending: PendingConfirmation | null }>;
  /** Resolves with whether it was confirmed; `details`: from CONFIRMATION_NEEDED. */
  confirm(details: Record<string, unknown>, call: ContractClient['call']): Promise<boolean>;
}

export function createConfirmations(): Confirmations {
  const store = createStore<{ pending: PendingConfirmation | null }>(() => ({ pending: null }));
  let busy = false;

  async function confirm(details: Record<string, unknown>, call: ContractClient['call']): Promise<boolean> {
    const confirmation = String(details.confirmation);
    if (details.by === 'box') return (await call('confirmation.answer', { confirmation })).ok;
    return new Promise((resolve) => {
      const end = (confirmed: boolean): void => {
        store.setState({ pending: null });
        resolve(confirmed);
      };
      const passkey = details.by === 'passkey' ? { passkey: details.options as Record<string, unknown> } : {};
      store.setState({ pending: { confirmation, end, ...passkey } });
    });
  }

  return {
    store,
    async confirm(details, call) {
      if (busy) return false;
      busy = true;
      return confirm(details, call).finally(() => {
        busy = false;
      });
    },
  };
}
