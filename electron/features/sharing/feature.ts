// Sharing: a user publishes conversations for a team, through a space that all members can read.

import { join } from 'node:path';
import { ok } from '../../../shared/core/errors.ts';
import type { sharingMethods } from '../../../shared/features/sharing/methods.ts';
import { systemClock } from '../../lib/clock.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { Engine } from '../../platform.ts';
import { createConnections } from '../../providers/http/connections.ts';
import { exists } from '../../stores/files/disk.ts';
import type { AppParts } from '../appParts.ts';
import type { FileCustomizations } from '../customizations/customizations.ts';
import { defineFeature } from '../feature.ts';
import type { SharingService } from './sharingService.ts';
import type { TeamAccount } from './team/teamAccount.ts';
import type { TeamSpaces } from './teamSpaces.ts';
import { sharingHandlers } from './window/handlers.ts';

declare module '../appParts.ts' {
  interface AppParts {
    sharing: SharingService;
  }
}

/** Between two looks at the stores, in milliseconds. */
const lookEveryMs = 60_000;
/** The window comes first. */
const firstLookMs = 3_000;

export const sharingFeature = defineFeature<typeof sharingMethods>()({
  create,
  handlers,
  publish(service, { feed }) {
    const ends = [
      service.onChange(() => {
        feed.publish({ type: 'sharing.changed' });
        feed.publish({ type: 'inPlace.changed' });
      }),
      service.onAccepted(() => {
        feed.publish({ type: 'sharing.changed' });
        feed.publish({ type: 'customizations.changed' });
        feed.publish({ type: 'slash.changed' });
        feed.publish({ type: 'presets.changed' });
        feed.publish({ type: 'ownTexts.changed' });
      }),
    ];
    if (service.readOnly === null) ends.push(service.keepUp());
    return () => {
      for (const end of ends) end();
    };
  },
  close: (service) => service.close(),
});

function create(
  engine: Engine & Pick<AppParts, 'permissions' | 'presets'> & { customizations: FileCustomizations },
): SharingService {
  const { customizations, permissions, presets, acceptedItems, readSettings } = engine;
  const { chatDeps, clock, dataDir, disk, env, home, keychain, keysKnown, readOnly, redactor, search, store, version } =
    engine;
  const connections = createConnections(env);
  const listeners = new Set<() => void>();
  const stop = new AbortController();
  let account: Promise<TeamAccount> | null = null;
  let spaces: Promise<TeamSpaces> | null = null;

  /** Conversations whose earlier texts may have left traces in the index. */
  const toErase = new Set<string>();

  function erase(conversationId?: string): void {
    if (conversationId !== undefined) toErase.add(conversationId);
    for (const id of toErase) {
      // A search in progress can keep it from being erased.
      void search.forgetConversation(id).then((erased) => {
        if (erased.ok) toErase.delete(id);
      });
    }
  }

  function onRemoved(conversationId: string): void {
    erase(conversationId);
    search.changed(conversationId);
    void chatDeps.hub.refresh(conversationId);
  }

  async function openAccount(): Promise<TeamAccount> {
    const { createTeamAccount } = await import('./team/teamAccount.ts');
    const fetch = connections.fetchBy({});
    return createTeamAccount({ disk, dataDir, keychain, clock, random: Math.random, fetch });
  }

  async function openSpaces(): Promise<TeamSpaces> {
    const [{ createTeamSpaces }, opened] = await Promise.all([import('./teamSpaces.ts'), service.account()]);
    return createTeamSpaces({
      ...{ account: opened, store, disk, dataDir, clock, home, version, accepted: acceptedItems },
      itemSources: { customizations, permissions, presets, settings: readSettings },
      async ownKeys() {
        await keysKnown();
        return redactor.hidden().secrets;
      },
      onRead(conversationId, isReplaced) {
        if (isReplaced) erase(conversationId);
        search.changed(conversationId);
        void chatDeps.hub.reload(conversationId);
      },
      onRemoved,
      onChange() {
        for (const listener of listeners) listener();
      },
    });
  }

  const service: SharingService = {
    readOnly,
    // Most data folders belong to no team: nothing more is loaded for them.
    isMember: () => exists(disk, join(dataDir, 'sharing', 'teams.json')).catch(() => true),
    account() {
      account ??= openAccount();
      return account;
    },
    spaces() {
      spaces ??= openSpaces();
      return spaces;
    },
    suggestedName: async () => (await import('./window/suggestedName.ts')).suggestedName({ env, home }),
    continueCopy: async (conversationId, signal) => (await service.spaces()).continueCopy(conversationId, signal),
    async fetch(conversationId) {
      if (await store.sourceOf(conversationId)) return ok(undefined);
      return (await service.spaces()).fetch(conversationId, stop.signal);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onAccepted: acceptedItems.onChange,
    keepUp() {
      const ended = new AbortController();
      const signal = AbortSignal.any([ended.signal, stop.signal]);
      let timer: NodeJS.Timeout | null = null;
      let isTidy = false;
      const later = (ms: number): void => {
        timer = setTimeout(() => void lookThen(), ms).unref();
      };
      const lookThen = async (): Promise<void> => {
        erase();
        if (!isTidy) {
          isTidy = true;
          await (await import('./read/leftTeams.ts')).dropLeftTeams({
            ...{ store, disk, dataDir, accepted: acceptedItems, onRemoved },
          });
        }
        if (await service.isMember()) await (await service.spaces()).lookAll(signal);
        if (!signal.aborted) later(lookEveryMs);
      };
      later(firstLookMs);
      return () => {
        ended.abort();
        if (timer) clearTimeout(timer);
      };
    },
    async close() {
      stop.abort();
      await connections.close();
    },
  };
  return service;
}

function handlers({ confirm }: AppParts, service: SharingService): HandlersOf<typeof sharingMethods> {
  return sharingHandlers({ confirm, clock: systemClock, service });
}
