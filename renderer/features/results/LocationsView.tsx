// Files that an external agent names for its call, as links, if the call has none of our own forms. Read from disk, so
// malformed ones are left out.

import { isJsonObject } from '../../../shared/core/json.ts';
import { toNativeCall } from '../../../shared/features/tools/familiarCall.ts';
import { isBuiltInTool } from '../../../shared/features/tools/toolInfo.ts';
import { relativeText } from '../../core/calls/callLine.ts';
import type { CallRef } from '../../core/calls/items.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useRovingFocus } from '../../ui/useRovingFocus.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { FileName } from '../markdown/fileLinks/FileName.tsx';

export function LocationsView({ call }: { call: CallRef }) {
  const roving = useRovingFocus();
  const locations = locationsOf(call);
  if (locations.length === 0) return null;
  return (
    <ul
      aria-label={lateStrings.results.locations}
      data-locations
      data-file-links
      {...roving}
      className="flex flex-wrap gap-x-4 gap-y-0.5 px-3 pt-2 font-mono text-code text-ink-2 last:pb-2"
    >
      {locations.map(({ path, line }) => (
        <li key={`${path}:${line ?? ''}`} className="wrap-anywhere min-w-0">
          <FileName named={{ path, ...(line === undefined ? {} : { line }) }} isItem>
            <VisibleText text={`${relativeText(path, call.folder)}${line === undefined ? '' : `:${line}`}`} />
          </FileName>
        </li>
      ))}
    </ul>
  );
}

const maxVisible = 40;

/** Each once; empty for a call that has one of our own forms. */
function locationsOf(call: CallRef): { path: string; line?: number }[] {
  const listed: unknown = call.result?.details?.external?.locations;
  if (!Array.isArray(listed) || isBuiltInTool(toNativeCall(call).name)) return [];
  const seen = new Set<string>();
  return listed
    .flatMap((entry: unknown) => {
      if (!isJsonObject(entry) || typeof entry.path !== 'string') return [];
      const { path, line } = entry;
      // Some agents count lines from 0, and name the whole file that way.
      const named = typeof line === 'number' && line > 0 ? { path, line } : { path };
      const name = JSON.stringify(named);
      if (seen.has(name)) return [];
      seen.add(name);
      return [named];
    })
    .slice(0, maxVisible);
}
