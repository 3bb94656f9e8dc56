// The update service on a server of its own, with a host that only notes what it is asked to install.

import { onTestFinished } from 'vitest';
import { createUpdateService, type UpdateDeps } from '../../../electron/features/updates/updateService.ts';
import { systemClock } from '../../../electron/lib/clock.ts';
import type { UpdateHost, VerifiedUpdate } from '../../../electron/ports/updates.ts';
import { createSimpleHttp } from '../../../electron/providers/http/connections.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { ok } from '../../../shared/core/errors.ts';
import { textOf } from '../../../shared/core/sentence.ts';
import type { RunningWork, UpdateState } from '../../../shared/features/updates/updates.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { createPublisher, startUpdateServer } from '../../support/updateServer.ts';

export async function openUpdates(
  change: Partial<UpdateDeps> & { onHost?: Partial<UpdateHost>; folder?: string } = {},
) {
  const { onHost = {}, folder = tempFolder(), ...deps } = change;
  const server = await startUpdateServer();
  const publisher = createPublisher();
  const http = createSimpleHttp({});
  const arranged: { update: VerifiedUpdate | null; restart: boolean }[] = [];
  const work = { running: [] as RunningWork[], listeners: new Set<() => void>() };
  const host: UpdateHost = {
    kind: 'appImage',
    folder,
    platform: 'linux',
    arch: 'x64',
    source: { address: server.address, publicKey: publisher.publicKey },
    takes: 'appImage',
    off: null,
    problem: async () => null,
    known: async () => {},
    takeOutcome: () => null,
    async arrange(update, { restart }) {
      arranged.push({ update, restart });
      return ok(undefined);
    },
    ...onHost,
  };
  const messages: string[] = [];
  const service = createUpdateService({
    host,
    version: '1.0.0',
    disk: nodeDisk,
    clock: systemClock,
    http,
    checks: async () => 'manual',
    work: {
      running: () => work.running,
      onChange(listener) {
        work.listeners.add(listener);
        return () => work.listeners.delete(listener);
      },
    },
    notify: (message) => messages.push(textOf(message)),
    silenceMs: 10_000,
    ...deps,
  });
  onTestFinished(async () => {
    service.close();
    await http.close();
    await server.close();
  });
  const state = async (): Promise<UpdateState> => (await service.read()).state;
  return {
    server,
    publisher,
    folder,
    service,
    arranged,
    messages,
    state,
    /** English. */
    problem: async () => {
      const { problem } = await state();
      return problem === null ? null : textOf(problem);
    },
    /** The last work ends. */
    endWork() {
      work.running = [];
      for (const listener of work.listeners) listener();
    },
    work(running: RunningWork[]) {
      work.running = running;
    },
    /** Resolves once the state is like this. */
    until: (isSo: (now: UpdateState) => boolean) =>
      new Promise<UpdateState>((resolve) => {
        const stop = service.onChange((now) => {
          if (!isSo(now)) return;
          stop();
          resolve(now);
        });
        void state().then((now) => {
          if (!isSo(now)) return;
          stop();
          resolve(now);
        });
      }),
  };
}
