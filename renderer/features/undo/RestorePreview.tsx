// Preview of restoring files, from the host's current state.

import { LoadState } from '../../core/parts/LoadState.tsx';
import { strings } from '../../core/strings.ts';
import { FileDiffs, UncoveredChanges } from './FileDiffs.tsx';
import type { useChangePreview } from './useChanges.ts';

const words = strings.undo;

export function RestorePreview({ preview: { value, error, load } }: { preview: ReturnType<typeof useChangePreview> }) {
  if (!value) return <LoadState loaded={false} error={error} onAgain={load} />;
  const conflicts = value.files.filter(({ conflict }) => conflict !== undefined).length;
  return (
    <div className="grid grid-cols-1 gap-3">
      {value.files.length === 0 && <p className="text-ink-2 text-ui">{words.rewind.noFiles}</p>}
      {conflicts > 0 && <p className="text-ui text-wait">{words.preview.conflicts(conflicts)}</p>}
      <FileDiffs files={value.files} folded />
      <UncoveredChanges sentences={value.notCovered} />
    </div>
  );
}
