// Keeps mentioned MCP resources up to date: when one has changed since it was last sent, a record before the next
// message has its new text. The set of followed resources is derived from the records alone, so it survives restarts
// and, through the summary, compactions. A resource whose messages are all hidden or removed is no longer followed.

import { blockTag } from '../../../shared/conversation/attachments.ts';
import { environmentOf } from '../../../shared/conversation/environment.ts';
import { isHidden, type Marks } from '../../../shared/conversation/marks.ts';
import { maxMentionBytes } from '../../../shared/conversation/mentions.ts';
import type {
  ContentPart,
  FollowedResource,
  Message,
  NewMessage,
  ResourceVersion,
} from '../../../shared/conversation/message.ts';
import type { ReadResource } from '../../ports/resources.ts';
import type { SlashScope } from '../../ports/slash.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { ChatDeps } from '../chatDeps.ts';

export interface TrackedResource extends FollowedResource {
  /** Its last text is in the context; after a compaction it may not be. */
  isSaid: boolean;
}

/** Maximum followed resources per conversation; the most recently mentioned win. */
const maxFollowed = 50;
/** Maximum messages per resource that a summary lists. */
const maxNaming = 20;
/** Bytes of updates before one message; further ones are only named. */
const maxReported = 2 * maxMentionBytes;

type Address = Pick<ResourceVersion, 'server' | 'uri'>;

/** `carried`: from the summary before these records. In the order of their mentions. */
export function followedResources(
  records: readonly Message[],
  marks: Marks,
  carried: readonly FollowedResource[] = [],
): TrackedResource[] {
  const followed = new Map<string, TrackedResource>();
  for (const one of carried) {
    const by = one.by.filter((id) => !isHidden({ id }, marks));
    if (by.length > 0) followed.set(keyOf(one), { ...one, by, isSaid: false });
  }
  for (const record of records) {
    const resource =
      record.role === 'system' && environmentOf(record) === 'resource' ? record.environment?.resource : null;
    const before = resource ? followed.get(keyOf(resource)) : undefined;
    if (resource && before) followed.set(keyOf(resource), { ...before, hash: resource.hash, isSaid: true });
    if (record.role !== 'user' || isHidden(record, marks)) continue;
    for (const { server, uri, hash } of resourcesIn(record.content)) {
      const key = keyOf({ server, uri });
      const by = [...(followed.get(key)?.by ?? []), record.id].slice(-maxNaming);
      followed.delete(key);
      followed.set(key, { server, uri, hash, by, isSaid: true });
    }
  }
  return [...followed.values()].slice(-maxFollowed);
}

/** Returns what a summary keeps about them; nothing without any. */
export function carriedResources(...what: Parameters<typeof followedResources>): { followed?: FollowedResource[] } {
  const followed = followedResources(...what).map(({ server, uri, hash, by }) => ({ server, uri, hash, by }));
  return followed.length > 0 ? { followed } : {};
}

/** Resources that were read whole: nobody needs updates of partial ones. */
export function resourcesIn(content: string | readonly ContentPart[]): ResourceVersion[] {
  if (typeof content === 'string') return [];
  return content.flatMap((part) => {
    if (part?.type !== 'mention' || part.kind !== 'resource' || part.range || part.problem !== undefined) return [];
    const { server, uri, hash } = part;
    return typeof server === 'string' && typeof uri === 'string' && typeof hash === 'string'
      ? [{ server, uri, hash }]
      : [];
  });
}

export interface FollowInput {
  branch: StoredBranch;
  scope: SlashScope;
  /** The records in the context, those sent alongside a summary first. */
  sent: readonly Message[];
  carried: readonly FollowedResource[] | undefined;
  /** Resources that the message itself mentions, and so includes again. */
  mentioned: readonly Address[];
}

/** Returns the records to store before the user's message. Their texts are stored, except in a preview. */
export async function resourceRecords(
  deps: Pick<ChatDeps, 'resources' | 'store'>,
  { branch, scope, sent, carried = [], mentioned: named }: FollowInput,
): Promise<NewMessage[]> {
  const { conversationId, meta } = branch;
  const naming = new Set(named.map(keyOf));
  const there = await withoutRemoved(deps, conversationId, carried);
  const followed = followedResources(sent, meta.marks, there);
  if (followed.length === 0) return [];
  const now = await deps.resources.follow(scope, [...followed, ...named]);
  const records: NewMessage[] = [];
  let room = maxReported;
  for (const one of followed) {
    const read = naming.has(keyOf(one)) ? undefined : now.find((candidate) => keyOf(candidate) === keyOf(one));
    const stored = read && (await deps.store.asKept(read.text));
    if (!read || !stored || stored.hash === one.hash) continue;
    const former = one.isSaid ? await deps.store.readAttachment(conversationId, one.hash) : null;
    const diff = former?.ok ? deps.resources.difference(former.value.toString('utf8'), stored.text) : null;
    const content = changedText(read, stored.text, diff, room);
    room -= Buffer.byteLength(content);
    if (scope.preview !== true) await deps.store.saveAttachment(conversationId, Buffer.from(stored.text));
    const { server, uri } = one;
    const resource = { server, uri, hash: stored.hash };
    records.push({ role: 'system', partType: 'environment', content, environment: { about: 'resource', resource } });
  }
  return records;
}

/** Drops those whose messages were permanently removed since the summary. */
async function withoutRemoved(
  { store }: Pick<ChatDeps, 'store'>,
  conversationId: string,
  carried: readonly FollowedResource[],
): Promise<FollowedResource[]> {
  if (carried.length === 0) return [];
  const read = await store.readMessages(conversationId, [...new Set(carried.flatMap(({ by }) => by))]);
  if (!read.ok) return [...carried];
  const there = new Set(read.value.filter(({ removed }) => removed === undefined).map(({ id }) => id));
  return carried.map((one) => ({ ...one, by: one.by.filter((id) => there.has(id)) }));
}

function changedText({ server, uri }: ReadResource, text: string, diff: string | null, room: number): string {
  const head = `[Resource ${uri} of the MCP server ${server}]\nThe user named this resource before. It has changed`;
  const update = diff ?? text;
  if (Buffer.byteLength(update) > room) return `${head}. It is too large to be repeated here.`;
  const tag = blockTag(diff === null ? 'resource' : 'diff', update);
  const end = update.endsWith('\n') ? '' : '\n';
  const what = diff === null ? ' and now says:' : '. The difference to what it said:';
  return `${head}${what}\n<${tag}>\n${update}${end}</${tag}>`;
}

function keyOf({ server, uri }: Address): string {
  return JSON.stringify([server, uri]);
}
