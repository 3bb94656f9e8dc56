// The browser's subscription to notifications, as the host needs it.

export interface BrowserSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export function canSubscribe(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && isSecureContext;
}

async function manager(): Promise<PushManager> {
  return (await navigator.serviceWorker.ready).pushManager;
}

export async function isSubscribed(): Promise<boolean> {
  return canSubscribe() && (await (await manager()).getSubscription()) !== null;
}

/** `key`: the host's, base64url. Rejects if the push service cannot be reached or the user refuses. */
export async function subscribe(key: string): Promise<BrowserSubscription> {
  const push = await manager();
  // With another key, the service would refuse the host's messages.
  await (await push.getSubscription())?.unsubscribe();
  const made = await push.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}

export async function unsubscribe(): Promise<void> {
  await (await (await manager()).getSubscription())?.unsubscribe();
}
