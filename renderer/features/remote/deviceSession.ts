// Sessions of this browser as a paired device: the host asks for a signature and answers with a session's secret.

import { removeLastState } from '../phone/lastState.ts';
import { removeShares } from '../phone/waitingShares.ts';
import { forgetKey, readKey, signChallenge } from './deviceKey.ts';

/** `none`: this browser is not paired, or no longer. */
export type DeviceSession = { kind: 'none' | 'unreachable' } | { kind: 'session'; secret: string };

/** Posts JSON to an endpoint for devices. Null: it cannot be reached. */
export async function askHost<T>(path: string, body: object): Promise<{ status: number; value: T } | null> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    // A tunnel may answer with a page of its own while this host is away.
    const isOurs = answer.headers.get('content-type')?.startsWith('application/json') === true;
    return isOurs ? { status: answer.status, value: await answer.json() } : null;
  } catch {
    return null;
  }
}

export async function openDeviceSession(): Promise<DeviceSession> {
  const key = await readKey();
  if (key === null) return { kind: 'none' };
  const challenge = await askHost<{ nonce: string; host: string }>('/devices/challenge', { device: key.device });
  if (challenge === null) return { kind: 'unreachable' };
  if (challenge.status === 401) return removed();
  if (challenge.status !== 200 || challenge.value.host !== key.host) return { kind: 'unreachable' };
  const signature = await signChallenge(key, challenge.value.nonce);
  const opened = await askHost<{ session: string }>('/devices/session', {
    device: key.device,
    nonce: challenge.value.nonce,
    signature,
  });
  if (opened?.status === 401) return removed();
  return opened?.status === 200 ? { kind: 'session', secret: opened.value.session } : { kind: 'unreachable' };
}

/** The host does not know the device any more: it was removed there. */
async function removed(): Promise<DeviceSession> {
  removeShares();
  // It would take further shares, for nobody.
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await Promise.all([forgetKey(), removeLastState(), worker?.unregister()]);
  return { kind: 'none' };
}
