// The API for other apps: who may use it, and its server. Nothing listens until a token exists or an MCP client may start
// runs.

import { unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result } from '../../../shared/core/errors.ts';
import type { ApiInfo } from '../../../shared/features/api/access.ts';
import type { apiMethods } from '../../../shared/features/api/methods.ts';
import type { LocalServer } from '../../lib/localServer.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { Engine } from '../../platform.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import type { ApiServer } from './server.ts';
import { type ApiService, createApiService } from './service.ts';

declare module '../appParts.ts' {
  interface AppParts {
    api: ApiService;
    apiServer: ApiServerOwner;
  }
}

/** How long until a change by the command line takes effect. */
const lookMs = 1000;

export interface ApiServerOwner {
  info(): Promise<ApiInfo>;
  /** Starts the server if something may use it now. */
  changed(): Promise<void>;
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/** No methods of its own: `apiServerFeature` has them. */
export const apiFeature = defineFeature<Record<never, never>>()({
  create: (engine: Engine) => createApiService(engine),
});

export const apiServerFeature = defineFeature<typeof apiMethods>()({
  create: ({ api, localServer }: { api: ApiService; localServer: LocalServer }) => createOwner(api, localServer),
  handlers: (app: AppParts, owner: ApiServerOwner) => handlers(app, owner),
  publish: (owner, { feed }) =>
    owner.onChange(() => void owner.info().then((info) => feed.publish({ type: 'api.changed', info }))),
  close: (owner) => owner.close(),
});

function createOwner(api: ApiService, localServer: LocalServer): ApiServerOwner {
  const listeners = new Set<() => void>();
  const path = join(api.dataDir, 'api.json');
  let starting: Promise<ApiServer | null> | null = null;
  let server: ApiServer | null = null;
  let closed = false;

  async function start(): Promise<ApiServer | null> {
    const { startApiServer } = await import('./server.ts');
    if (closed) return null;
    const started = await startApiServer(api, localServer);
    if (started.ok) return started.value;
    if (started.error.code !== 'NOT_SUPPORTED') api.log('warning', started.error.message, 'API_NOT_STARTED');
    return null;
  }

  const owner: ApiServerOwner = {
    async info() {
      const [list, isUsed] = await Promise.all([api.access.list(), api.access.isUsed()]);
      return { ...list, address: isUsed ? (server?.address ?? null) : null };
    },
    async changed() {
      if (!closed && api.readOnly === null && !starting && (await api.access.isUsed())) starting ??= start();
      server = (await starting?.catch(() => null)) ?? null;
      for (const listener of listeners) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closed = true;
      unwatchFile(path, look);
      await (await starting?.catch(() => null))?.close();
    },
  };
  const look = (): void => void owner.changed();
  watchFile(path, { interval: lookMs, persistent: false }, look);
  void owner.changed();
  return owner;
}

function handlers({ api }: AppParts, owner: ApiServerOwner): HandlersOf<typeof apiMethods> {
  async function after<T>(changed: Result<T>): Promise<Result<ApiInfo>> {
    if (!changed.ok) return changed;
    await owner.changed();
    return ok(await owner.info());
  }
  return {
    'api.info': async () => ok(await owner.info()),
    async 'api.addToken'(token) {
      const added = await api.access.addToken(token);
      if (added.ok) await owner.changed();
      return added;
    },
    'api.revokeToken': async ({ id }) => after(await api.access.revokeToken(id)),
    'api.allowClient': async ({ name, allowed }) => after(await api.access.allowClient(name, allowed)),
  };
}
