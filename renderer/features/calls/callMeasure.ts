// Measures a call by its kind: changed lines, matches, entries, or the exit code of a failed command. Messages come
// from disk, so malformed data measures nothing.

import { toNativeCall } from '../../../shared/features/tools/familiarCall.ts';
import type { CallRef } from '../../core/calls/items.ts';
import { callKind } from '../../core/calls/summarizeCalls.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { strings } from '../../core/strings.ts';

export type CallMeasure = { added: number; removed: number } | string | null;

const words = strings.calls;

export function callMeasure(call: CallRef): CallMeasure {
  const { result } = call;
  if (!result || result.removed || (result.outcome !== 'ok' && result.outcome !== 'error')) return null;
  const { added, removed } = callKind(call);
  if (added > 0 || removed > 0) return { added, removed };
  const { details } = result;
  if (details?.timedOut === true) return words.timedOut;
  if (typeof details?.exitCode === 'number' && details.exitCode !== 0) return words.exit(details.exitCode);
  if (result.outcome !== 'ok') return null;
  switch (toNativeCall(call).name) {
    case 'search_files':
      return counted(details?.matches, words.measures.matches);
    case 'list_files':
      return counted(details?.entries, words.measures.entries);
    case 'web_search':
      return Array.isArray(details?.sources) ? lateStrings.results.sources.count(details.sources.length) : null;
    case 'read_file': {
      const { start, end } = details?.lines ?? {};
      if (typeof start !== 'number' || typeof end !== 'number') return null;
      return counted(end - start + 1, words.measures.lines);
    }
    default:
      return null;
  }
}

function counted(value: unknown, say: (count: number) => string): string | null {
  return typeof value === 'number' && value >= 0 ? say(value) : null;
}
