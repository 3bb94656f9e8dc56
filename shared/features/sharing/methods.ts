// Team spaces in the window. Secrets only travel to the host; a code comes back once, after the user has confirmed that outside of
// the window. Published is only what was previewed.

import { z } from 'zod';
import { conversationId, defineMethod, id, type Nothing, nothing } from '../../protocol/method.ts';
import { type ItemContent, type ItemPreview, itemKinds, type TeamItem } from './items.ts';
import type { SharedConversation, SharePreview, TeamInfo } from './sharing.ts';

export type SharingEvent = { type: 'sharing.changed' };

const text = z.string().max(4096);
const name = z.string().trim().min(1).max(100);
const team = z.string().max(64);
const publication = z.string().max(64);
const inTeam = z.object({ team, publication });

const store = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('folder'), folder: text, prefix: text }),
  z.object({ kind: z.literal('webdav'), address: text, prefix: text }),
  z.object({ kind: z.literal('s3'), endpoint: text, region: text, bucket: text, prefix: text }),
]);

const place = z.object({ store, user: text, secret: text, teamName: name, memberName: name });

/** IDs of secrets, from a preview, that stay readable. */
const unmasked = z.array(z.string().max(64)).max(1000);
const item = z.string().max(64);

const conversationOptions = {
  team,
  conversationId,
  /** The first message to include; null: all. */
  from: id.nullable(),
  /** Whole results of calls; else their beginnings. */
  results: z.boolean(),
  attachments: z.boolean(),
  unmasked,
};

export const sharingMethods = {
  'sharing.teams': defineMethod<{ teams: TeamInfo[] }>()('none', nothing),
  /** A name of the user for a form, from git or the system. */
  'sharing.suggestName': defineMethod<{ name: string }>()('none', nothing),
  'sharing.create': defineMethod<{ team: string }>()('app', place),
  'sharing.join': defineMethod<{ team: string }>()('none', place.extend({ code: text })),
  /** A code for another member, which `sharing.offer` waits for. */
  'sharing.newCode': defineMethod<{ code: string; lifeMs: number }>()('none', z.object({ team })),
  /** Waits until somebody has typed the last code. Canceling it makes the code worthless. */
  'sharing.offer': defineMethod<{ name: string }>()('none', nothing),
  'sharing.remove': defineMethod<Nothing>()('app', z.object({ team, device: z.string().max(64) })),
  'sharing.follow': defineMethod<Nothing>()('app', z.object({ team })),
  /** `onlyHere`: the store is not reached, and keeps what this machine published. */
  'sharing.leave': defineMethod<Nothing>()('app', z.object({ team, onlyHere: z.boolean() })),
  /** Looks at the stores, and uploads what waits. */
  'sharing.now': defineMethod<Nothing>()('none', nothing),
  'sharing.conversations': defineMethod<{ conversations: SharedConversation[] }>()('none', nothing),
  'sharing.prepare': defineMethod<SharePreview>()('none', z.object(conversationOptions)),
  'sharing.items': defineMethod<{ items: TeamItem[] }>()('none', nothing),
  'sharing.item': defineMethod<ItemContent>()('none', z.object({ item })),
  /** `hash`: of the version that the user has read; any other is refused. */
  'sharing.acceptItem': defineMethod<Nothing>()('app', z.object({ item, hash: z.string().max(64) })),
  'sharing.turnOffItem': defineMethod<Nothing>()('app', z.object({ item })),
  'sharing.prepareItem': defineMethod<ItemPreview>()(
    'none',
    z.object({ team, kind: z.enum(itemKinds), name: z.string().max(200), unmasked }),
  ),
  'sharing.publish': defineMethod<{ publication: string; isUploaded: boolean }>()(
    'none',
    z.object({ prepared: z.string().max(64) }),
  ),
  'sharing.withdraw': defineMethod<{ isUploaded: boolean }>()('none', inTeam),
  /** Where this conversation is published. `grown`: it has changed since. */
  'sharing.published': defineMethod<{
    publications: { team: string; publication: string; at: string; grown: boolean }[];
  }>()('none', z.object({ conversationId })),
} as const;
