// Resources that the person named stay true: where one has changed since it was last said, a record before the next message says
// what it is now. What is followed, and what was said of it, is in the records alone: it is the same after a restart, and after a
// compaction in what the summary carries. One whose messages are all hidden or removed is followed no longer.

import { blockTag } from '../../../shared/conversation/attachments.ts';
import { environmentOf } from '../../../shared/conversation/environment.ts';
import { isHidden, type Marks } from '../../../shared/conversation/marks.ts';
import { maxMentionBytes } from '../../../shared/conversation/mentions.ts';
import type {
  ContentPart,
  FollowedResource,
  Message,
  NewMessage,
  ResourceSaid,
} from '../../../shared/conversation/message.ts';
import type { ReadResource } from '../../ports/mcpResources.ts';
import type { SlashScope } from '../../ports/slash.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { ChatDeps } from '../chatDeps.ts';

export interface Followed extends FollowedResource {
  /** What was said of it stands in the context; after a compaction it need not. */
  isSaid: boolean;
}

/** Resources of one conversation; of more, those that were named last. */
const maxFollowed = 50;
/** Messages by which one is followed that a summary carries. */
const maxNaming = 20;
/** Bytes that are told before one message; what is more is only named. */
const maxReported = 2 * maxMentionBytes;

type Address = Pick<ResourceSaid, 'server' | 'uri'>;

/** `carried`: by the summary before these records. In the order in which they were named. */
export function followedResources(
  records: readonly Message[],
  marks: Marks,
  carried: readonly FollowedResource[] = [],
): Followed[] {
  const followed = new Map<string, Followed>();
  for (const one of carried) {
    const by = one.by.filter((id) => !isHidden({ id }, marks));
    if (by.length > 0) followed.set(keyOf(one), { ...one, by, isSaid: false });
  }
  for (const record of records) {
    const said = record.role === 'system' && environmentOf(record) === 'resource' ? record.environment?.resource : null;
    const before = said ? followed.get(keyOf(said)) : undefined;
    if (said && before) followed.set(keyOf(said), { ...before, hash: said.hash, isSaid: true });
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

/** What a summary carries of them; nothing where there are none. */
export function carriedResources(...what: Parameters<typeof followedResources>): { followed?: FollowedResource[] } {
  const followed = followedResources(...what).map(({ server, uri, hash, by }) => ({ server, uri, hash, by }));
  return followed.length > 0 ? { followed } : {};
}

/** Those that were read whole: of some lines nobody wants to know what the others are now. */
export function resourcesIn(content: string | readonly ContentPart[]): ResourceSaid[] {
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
  /** The records that are in the context, those beside a summary first. */
  sent: readonly Message[];
  carried: readonly FollowedResource[] | undefined;
  /** What the message itself names: it brings that anew. */
  named: readonly Address[];
}

/** The records to store before the person's message. What they tell is kept, unless this is a preview. */
export async function resourceRecords(
  deps: Pick<ChatDeps, 'resources' | 'store'>,
  { branch, scope, sent, carried = [], named }: FollowInput,
): Promise<NewMessage[]> {
  const { conversationId, meta } = branch;
  const naming = new Set(named.map(keyOf));
  const there = await stillThere(deps, conversationId, carried);
  const followed = followedResources(sent, meta.marks, there);
  if (followed.length === 0) return [];
  const now = await deps.resources.follow(scope, [...followed, ...named]);
  const records: NewMessage[] = [];
  let room = maxReported;
  for (const one of followed) {
    const read = naming.has(keyOf(one)) ? undefined : now.find((found) => keyOf(found) === keyOf(one));
    const kept = read && (await deps.store.asKept(read.text));
    if (!read || !kept || kept.hash === one.hash) continue;
    const former = one.isSaid ? await deps.store.readAttachment(conversationId, one.hash) : null;
    const diff = former?.ok ? deps.resources.difference(former.value.toString('utf8'), kept.text) : null;
    const content = changedText(read, kept.text, diff, room);
    room -= Buffer.byteLength(content);
    if (scope.preview !== true) await deps.store.saveAttachment(conversationId, Buffer.from(kept.text));
    const { server, uri } = one;
    const resource = { server, uri, hash: kept.hash };
    records.push({ role: 'system', partType: 'environment', content, environment: { about: 'resource', resource } });
  }
  return records;
}

/** Without those whose messages were removed for good since the summary was written. */
async function stillThere(
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
  const told = diff ?? text;
  if (Buffer.byteLength(told) > room) return `${head}. It is too large to be repeated here.`;
  const tag = blockTag(diff === null ? 'resource' : 'diff', told);
  const end = told.endsWith('\n') ? '' : '\n';
  const what = diff === null ? ' and now says:' : '. The difference to what it said:';
  return `${head}${what}\n<${tag}>\n${told}${end}</${tag}>`;
}

function keyOf({ server, uri }: Address): string {
  return JSON.stringify([server, uri]);
}
