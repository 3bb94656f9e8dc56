// import.*: imports other apps' conversations in a window. The selection belongs to the connection and ends with it.

import { ok } from '../../../shared/core/errors.ts';
import type { importMethods } from '../../../shared/features/import/methods.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import type { Connection, HandlersOf } from '../../lib/protocolServer.ts';
import { nodeDisk } from '../../stores/files/disk.ts';
import { guardedDisk } from '../../stores/readOnlyData.ts';
import type { AppNeeds, AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { createHistoryImports } from './historyImports.ts';
import type { HistoryImports, ImportWatch } from './imports.ts';
import { createUploadFolder } from './uploadFolder.ts';

declare module '../appParts.ts' {
  interface AppParts {
    imports: HistoryImports;
  }
}

const progressMs = 200;

export const importFeature = defineFeature<typeof importMethods>()({
  create: ({ interop, native, dataDir }: AppNeeds) =>
    createHistoryImports({
      importPaths: interop.importPaths,
      native,
      openUploads: () => createUploadFolder(guardedDisk(dataDir, nodeDisk), dataDir),
      tasks: createKeyedQueue(),
    }),
  handlers,
});

function handlers(deps: AppParts): HandlersOf<typeof importMethods> {
  const { imports, feed, list, hub, projects } = deps;

  const owners = new Set<string>();

  /** Drop the selection with the connection, even if it closed meanwhile. */
  async function own({ id, signal, onClose }: Connection): Promise<void> {
    if (signal.aborted) await imports.drop(id);
    if (signal.aborted || owners.has(id)) return;
    owners.add(id);
    onClose(() => {
      owners.delete(id);
      void imports.drop(id);
    });
  }

  function watching({ signal }: Connection, watch: string): ImportWatch {
    let lastProgressAt = 0;
    return {
      signal,
      onProgress(done) {
        const now = Date.now();
        if (now - lastProgressAt < progressMs) return;
        lastProgressAt = now;
        feed.publish({ type: 'import.progress', watch, ...done });
      },
    };
  }

  return {
    async 'import.pick'({ what }, connection) {
      const picked = await imports.pick(connection.id, what);
      if (picked.chosen) await own(connection);
      return ok(picked);
    },

    async 'import.opened'({ key }, connection) {
      const chosen = await imports.takeOpened(connection.id, key);
      await own(connection);
      return chosen.ok ? ok({}) : chosen;
    },

    async 'import.upload'({ base64, ...piece }, connection) {
      const added = await imports.upload(connection.id, { ...piece, bytes: Buffer.from(base64, 'base64') });
      await own(connection);
      return added.ok ? ok({}) : added;
    },

    'import.preview': ({ watch }, connection) => imports.preview(connection.id, watching(connection, watch)),

    async 'import.run'({ watch, only }, connection) {
      const projectsBefore = (await projects.list()).length;
      const publishing: Promise<void>[] = [];
      const done = await imports.run(connection.id, only, {
        ...watching(connection, watch),
        onStored(conversationId) {
          list.touch(conversationId);
          if (hub.peek(conversationId)) publishing.push(hub.refresh(conversationId));
        },
      });
      await Promise.all(publishing);
      const now = await projects.list();
      if (now.length > projectsBefore) feed.publish({ type: 'projects.changed', projects: now });
      return done;
    },

    async 'import.drop'(_params, connection) {
      await imports.drop(connection.id);
      return ok({});
    },
  };
}
