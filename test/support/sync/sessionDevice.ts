// A machine that reads another app's sessions in place, and lists those of the user's other machines.

import {
  createMachineSessions,
  type MachineSessions,
} from '../../../electron/features/machineSessions/machineSessions.ts';
import { sessionLines } from '../../../electron/features/machineSessions/sessionLines.ts';
import { createStateReader } from '../../../electron/features/sync/coming/stateReader.ts';
import type { RemoteStore } from '../../../electron/features/sync/remote/remoteStore.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { ok } from '../../../shared/core/errors.ts';
import type { InPlaceProgram } from '../../../shared/features/inPlace/inPlace.ts';
import { okValue } from '../result.ts';
import { type DeviceOptions, openDevice, type SyncDevice } from './syncDevice.ts';

export interface SessionDevice {
  device: SyncDevice;
  sessions: MachineSessions;
  chosen: { isOn: boolean; programs: InPlaceProgram[] };
  /** Reports of changed and removed copies. */
  changes: string[];
  /** Sessions that were read for the others. */
  reads: string[];
  /** As the reader of other apps' sessions stores one. */
  keep(
    id: string,
    messages: Message[],
    about?: { folder?: string; stamp?: string; attachments?: Map<string, Uint8Array> },
  ): Promise<void>;
  remove(id: string): Promise<void>;
  sync(): Promise<void>;
}

export function openSessionDevice(name: string, remote: RemoteStore, options: DeviceOptions = {}): SessionDevice {
  const chosen = { isOn: true, programs: ['claude-code'] as InPlaceProgram[] };
  const changes: string[] = [];
  const reads: string[] = [];
  const note = (kind: string) => (id: string) => void changes.push(`${kind} ${id}`);
  const device = openDevice(name, remote, {
    ...options,
    engine: {
      ...options.engine,
      nameOf: async (other) => `machine ${other}`,
      sessions: {
        isChosen: async () => chosen.isOn,
        programs: async () => chosen.programs,
        lines(id, signal) {
          reads.push(id);
          return sessionLines(device.store, id, '1', signal);
        },
        changed: () => void changes.push('sessions'),
      },
    },
  });
  const sessions = createMachineSessions({
    store: device.store,
    dataDir: device.dataDir,
    disk: nodeDisk,
    version: '1',
    search: { changed: note('indexed'), forgetConversation: async (id: string) => note('forgotten')(id) } as never,
    chatDeps: { hub: { reload: async () => {}, refresh: async () => {} } } as never,
    onChange: () => void changes.push('list'),
  });
  sessions.attach({
    readOnly: null,
    readState: createStateReader(nodeDisk, device.dataDir, async () => true),
    get engine() {
      return device.engine;
    },
    connectAccount: async () => ok(device.engine),
  });
  return {
    device,
    sessions,
    chosen,
    changes,
    reads,
    async keep(id, messages, { folder, stamp = `1 ${messages.length}`, attachments = new Map() } = {}) {
      const project = okValue(await device.store.openInPlaceProject('claude-code', 'Claude Code'));
      const stored = { conversationId: id, projectId: project.id, title: `Session ${id}`, messages, attachments };
      const source = { stamp, session: id, folder: folder ?? null, updatedAt: '2026-05-04T03:02:01.000Z' };
      okValue(await device.store.keepInPlace({ ...stored, headId: messages.at(-1)?.id ?? null }, source));
    },
    async remove(id) {
      await device.store.removeInPlace('claude-code', [id]);
    },
    sync: async () => void okValue(await device.engine.syncNow()),
  };
}
