// What of a call can be copied or opened, from its arguments and what its result says. Cheap, and asked only when a menu
// opens.

import { parseArguments } from '../../../shared/toolInfo.ts';
import type { CallRef } from '../../core/calls/items.ts';

export interface CallFacts {
  command: string | null;
  /** As it was named, of the tools that work on files. */
  path: string | null;
  /** What can be opened in the file panel. */
  file: { path: string; line?: number } | null;
}

const fileTools = new Set(['read_file', 'write_file', 'edit_file']);
const pathTools = new Set([...fileTools, 'list_files', 'search_files']);

export function callFacts({
  name,
  arguments: text,
  result,
}: Pick<CallRef, 'name' | 'arguments' | 'result'>): CallFacts {
  const args = parseArguments(text);
  const details = result?.details;
  const named = typeof args.path === 'string' && args.path !== '' ? args.path : null;
  const path = pathTools.has(name) ? named : null;
  const shown = typeof details?.path === 'string' ? details.path : named;
  const line = typeof args.offset === 'number' ? args.offset : firstChangedLine(details?.diff);
  return {
    command: name === 'run_command' && typeof args.command === 'string' ? args.command : null,
    path,
    file: fileTools.has(name) && shown !== null ? { path: shown, ...(line === undefined ? {} : { line }) } : null,
  };
}

function firstChangedLine(diff: unknown): number | undefined {
  if (typeof diff !== 'string') return undefined;
  const start = /^@@ -\S+ \+(\d+)/m.exec(diff)?.[1];
  return start === undefined ? undefined : Math.max(1, Number(start));
}

/** Names a call so that it can be written down and found again. */
export function callReference(
  conversationId: string,
  { messageId, index }: Pick<CallRef, 'messageId' | 'index'>,
): string {
  return `throughline:${conversationId}/${messageId}:${index}`;
}
