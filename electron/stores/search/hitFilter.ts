// Filters a search: by project or conversation, kinds of text, tools, and time. Pure.

import type { Message } from '../../../shared/conversation/message.ts';
import type { SearchedPart, SearchKind } from '../../../shared/features/search/methods.ts';
import type { SearchRequest } from '../../ports/search.ts';
import { parseParentCall } from './callsAbove.ts';

export interface HitFilter {
  /** Search only this conversation; null for all. */
  conversationId: string | null;
  titles: boolean;
  conversation(row: { name: string; projectId: string; above: string }): boolean;
  /** `time`: ISO 8601. */
  inTime(time: string): boolean;
  part(message: Message, part: SearchedPart, toolName: string | null): boolean;
}

/** Null: all. */
export function requestedProjects({
  projectId,
  projectIds,
}: Pick<SearchRequest, 'projectId' | 'projectIds'>): readonly string[] | null {
  return projectIds ?? (projectId === null ? null : [projectId]);
}

export function createHitFilter(request: SearchRequest): HitFilter {
  const { conversationId = null, from = null, to = null } = request;
  const projectIds = requestedProjects(request);
  const kinds = new Set<SearchKind>(request.kinds ?? []);
  const tools = new Set(request.tools ?? []);
  const ids = request.conversationIds ? new Set(request.conversationIds) : null;
  const [after, before] = [from === null ? null : Date.parse(from), to === null ? null : Date.parse(to)];
  return {
    conversationId,
    titles: conversationId === null && tools.size === 0 && (kinds.size === 0 || kinds.has('title')),
    conversation: (entry) =>
      (projectIds === null || projectIds.includes(entry.projectId)) &&
      (ids === null || ids.has(entry.name) || ids.has(parseParentCall(entry.above)?.conversationId ?? '')) &&
      (conversationId === null || entry.name === conversationId),
    inTime(time) {
      if (after === null && before === null) return true;
      const at = Date.parse(time);
      return !(after !== null && at < after) && !(before !== null && at > before);
    },
    part(message, part, toolName) {
      if (tools.size > 0 && (toolName === null || !tools.has(toolName))) return false;
      return kinds.size === 0 || kindsOf(message, part).some((kind) => kinds.has(kind));
    },
  };
}

/** The result of a failed call is both a result and an error. */
function kindsOf(message: Message, part: SearchedPart): SearchKind[] {
  if (part === 'arguments' || part === 'error') return [part];
  if (part === 'result')
    return message.role === 'tool' && message.outcome === 'error' ? ['result', 'error'] : ['result'];
  if (part === 'title') return ['title'];
  if (message.role === 'assistant') return ['reply'];
  return message.role === 'user' && message.partType === undefined ? ['prompt'] : [];
}
