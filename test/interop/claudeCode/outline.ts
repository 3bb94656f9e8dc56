// A history without what differs in every file: IDs, positions in the tree as numbers.

import type { History } from '../../../electron/interop/history.ts';
import type { Row } from './files.ts';

const names = new Set([
  'session',
  'sessionId',
  'uuid',
  'parentUuid',
  'ids',
  'leafUuid',
  'logicalParentUuid',
  'conversationId',
  'persistedOutputPath',
]);
/** The writer repeats where the session ends, and its title. */
const written = new Set<unknown>(['last-prompt', 'custom-title']);

/** Session IDs are in paths, too. */
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export function outline(history: History): Row {
  const places = new Map(history.messages.map(({ id }, at) => [id, at]));
  const place = (id: unknown): unknown => (typeof id === 'string' ? (places.get(id) ?? '?') : null);
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((one) => !written.has((one as Row | null)?.type)).map(plain);
    if (typeof value === 'string') return value.replace(uuid, '<id>');
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([name, inner]) => !names.has(name) && !isNothing(name, inner));
    return Object.fromEntries(
      entries.map(([name, inner]) => {
        const isPlace = name === 'id' || name === 'parentId' || name === 'firstKeptId' || name === 'messageId';
        return [name, isPlace && (places.has(inner as string) || inner === null) ? place(inner) : plain(inner)];
      }),
    );
  };
  const { messages, headId, folder, model, agents, attachments } = history;
  return {
    messages: messages.map(plain),
    head: place(headId),
    folder,
    model,
    agents: agents.map(({ history: agent, call }) => ({ agent: outline(agent), call: plain(call) })),
    attachments: [...attachments.keys()].sort(),
  };
}

function isNothing(name: string, inner: unknown): boolean {
  const isKept = name === 'before' || name === 'after';
  return isKept && Array.isArray(inner) && inner.every((one) => written.has((one as Row | null)?.type));
}
