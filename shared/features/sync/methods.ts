// Sync in the window: the store, the machines, and the state. Secrets only travel to the host; the phrase and a code come back once,
// after the user has confirmed that outside of the window.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { conversationId, defineMethod, type Nothing, nothing } from '../../protocol/method.ts';
import {
  type RunElsewhere,
  type StoreEstimate,
  type SyncFiles,
  type SyncInfo,
  type SyncMachine,
  type SyncProject,
  syncParts,
} from './sync.ts';

export type SyncEvent = { type: 'sync.changed'; info: SyncInfo } | { type: 'sync.runs'; runs: RunElsewhere[] };

const text = z.string().max(4096);
const prefix = text;

const store = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('folder'), folder: text, prefix }),
  z.object({ kind: z.literal('webdav'), address: text, prefix }),
  z.object({ kind: z.literal('s3'), endpoint: text, region: text, bucket: text, prefix }),
]);

/** Where to sync, as the user entered it. */
export type StoreAddress = z.infer<typeof store>;

const place = z.object({ store, user: text, secret: text, deviceName: z.string().trim().min(1).max(200) });
/** Null: none. */
const limit = z.number().int().min(1).max(1e12).nullable();
const proof = z.object({ kind: z.enum(['code', 'phrase']), text });

export interface MachineRow extends SyncMachine {
  problem: UserTextData | null;
}

export const syncMethods = {
  'sync.info': defineMethod<SyncInfo>()('none', nothing),
  /** Tries the store, and leaves nothing in it. The error names what did not work. */
  'sync.check': defineMethod<StoreEstimate>()('none', place),
  'sync.setUp': defineMethod<{ phrase: string }>()('app', place),
  'sync.join': defineMethod<Nothing>()('none', place.extend({ proof })),
  /** A code for another machine, which `sync.offer` waits for. */
  'sync.newCode': defineMethod<{ code: string; lifeMs: number }>()('none', nothing),
  /** Waits until a machine has typed the last code. Canceling it makes the code worthless. */
  'sync.offer': defineMethod<{ name: string }>()('none', nothing),
  'sync.phrase': defineMethod<{ phrase: string }>()('none', nothing),
  'sync.machines': defineMethod<{ machines: MachineRow[] }>()('none', nothing),
  'sync.revoke': defineMethod<{ phrase: string }>()('app', z.object({ device: z.string().max(64) })),
  /** Enters the space to which another machine has moved. */
  'sync.follow': defineMethod<Nothing>()('app', nothing),
  'sync.now': defineMethod<Nothing>()('none', nothing),
  'sync.pause': defineMethod<Nothing>()('app', z.object({ paused: z.boolean() })),
  'sync.choose': defineMethod<Nothing>()('app', z.object({ parts: z.array(z.enum(syncParts)) })),
  'sync.projects': defineMethod<{ projects: SyncProject[] }>()('none', nothing),
  /** `id`: '' for chats without a folder. */
  'sync.leaveOut': defineMethod<Nothing>()('app', z.object({ id: z.string().max(200), isLeftOut: z.boolean() })),
  'sync.limit': defineMethod<Nothing>()(
    'app',
    z.object({
      bytesPerSecond: limit.exactOptional(),
      maxFileBytes: limit.exactOptional(),
      syncsMetered: z.boolean().exactOptional(),
      keepsFiles: z.boolean().exactOptional(),
    }),
  ),
  /** The amount that `keepsFiles` would fetch. */
  'sync.missingFiles': defineMethod<SyncFiles>()('none', nothing),
  /** The conversations that this window shows while it is in front. */
  'sync.watch': defineMethod<Nothing>()('none', z.object({ conversations: z.array(conversationId).max(20) })),
  /** Asks the machine that runs the conversation to end that run. */
  'sync.takeOver': defineMethod<Nothing>()('none', z.object({ conversationId })),
  /** Asks no longer. `release`: the user continues from what is here. */
  'sync.dismissRun': defineMethod<Nothing>()('none', z.object({ conversationId, release: z.boolean() })),
  /** `onlyHere`: the store is not reached, and keeps what this machine stored. */
  'sync.leave': defineMethod<Nothing>()('app', z.object({ onlyHere: z.boolean() })),
} as const;
