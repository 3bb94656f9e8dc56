// The service worker of an installed window: shows the page while the host cannot be reached. It answers only for files of
// this build, by exact name, for the page, and for what other apps share; every other request goes to the network
// untouched. With the network there, the page always comes from it.

import { takeShare } from './takeShare.ts';

/** The build writes this (scripts/serviceWorker.ts): its version, all of its files, and those that the page needs to start. */
declare const built: { version: string; files: readonly string[]; first: readonly string[] };

interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface PushEvent extends ExtendableEvent {
  data: { json(): unknown } | null;
}
interface NoticeEvent extends ExtendableEvent {
  notification: Notification;
}
interface WindowClient {
  visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}
interface Scope {
  location: Location;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window' }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NoticeEvent) => void): void;
}
const scope = self as unknown as Scope;

const prefix = 'throughline-files-';
const cacheName = prefix + built.version;
const files = new Set(built.files.map((file) => `/${file}`));
const page = '/index.html';

scope.addEventListener('install', (event) => {
  const add = async (): Promise<void> => {
    const cache = await caches.open(cacheName);
    await cache.addAll([new Request(page, { cache: 'reload' }), ...built.first.map((file) => `/${file}`)]);
    await scope.skipWaiting();
  };
  event.waitUntil(add());
});

scope.addEventListener('activate', (event) => {
  const clean = async (): Promise<void> => {
    const names = await caches.keys();
    await Promise.all(
      names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((name) => caches.delete(name)),
    );
    await scope.clients.claim();
  };
  event.waitUntil(clean());
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method === 'POST' && request.mode === 'navigate' && pathname === '/share' && search === '') {
    // A hidden frame of a neighbouring site would store it unseen.
    if (origin === scope.location.origin && request.destination === 'document')
      event.respondWith(takeShare(request, origin));
    return;
  }
  if (request.method !== 'GET' || origin !== scope.location.origin || search !== '') return;
  if (request.mode === 'navigate') {
    if (pathname === '/' || pathname === page) event.respondWith(answerPage(request));
  } else if (files.has(pathname)) event.respondWith(answerFile(request));
});

/** A tunnel answers with one of these while the host behind it is away. */
const awayStatuses = new Set([502, 503, 504]);

async function answerPage(request: Request): Promise<Response> {
  const stored = async (): Promise<Response | undefined> => (await caches.open(cacheName)).match(page);
  try {
    const response = await fetch(request);
    return awayStatuses.has(response.status) ? ((await stored()) ?? response) : response;
  } catch (reason) {
    const response = await stored();
    if (!response) throw reason;
    return response;
  }
}

/** Their names contain a hash of their content. */
async function answerFile(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const stored = await cache.match(request, { ignoreVary: true });
  if (stored) return stored;
  const response = await fetch(request);
  if (response.status === 200 && response.type === 'basic') await cache.put(request, response.clone());
  return response;
}

/** From the host (electron/features/push), encrypted on the way. */
interface PushPayload {
  title: string;
  body: string;
  conversationId: string;
}

scope.addEventListener('push', (event) => {
  const show = async (): Promise<void> => {
    const { title, body, conversationId } = (event.data?.json() ?? {}) as Partial<PushPayload>;
    if (typeof title !== 'string' || typeof body !== 'string' || typeof conversationId !== 'string') return;
    const windows = await scope.clients.matchAll({ type: 'window' });
    // The user sees it there.
    if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return;
    const tag = `throughline.${conversationId}`;
    const icon = '/icons/icon-192.png';
    await scope.registration.showNotification(title || body, {
      body: title ? body : '',
      tag,
      icon,
      data: conversationId,
    });
  };
  event.waitUntil(show());
});

scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const open = async (): Promise<void> => {
    const conversationId = String(event.notification.data);
    const [window] = await scope.clients.matchAll({ type: 'window' });
    if (!window) {
      await scope.clients.openWindow(`/#conversation=${encodeURIComponent(conversationId)}`);
      return;
    }
    window.postMessage({ type: 'show', conversationId });
    await window.focus();
  };
  event.waitUntil(open());
});
