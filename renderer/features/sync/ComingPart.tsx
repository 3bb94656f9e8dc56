// In place of a conversation whose messages are being fetched from another machine. A failure has a place of its own, with a button
// that tries again.

import { CloudDownload } from 'lucide-react';
import { useBeat } from '../../ui/Pulse.tsx';
import { useSync } from './useSync.ts';
import { syncWords as words } from './words.ts';

export function ComingPart() {
  useBeat(true);
  const { info } = useSync();
  return (
    <div
      className="m-auto flex max-w-[52ch] flex-col items-center gap-2 px-6 text-center text-ink-2"
      role="status"
      data-coming
    >
      <CloudDownload className="pulse size-5 text-ink-3" strokeWidth={1.75} aria-hidden />
      <p>{words.coming}</p>
      <Others waiting={info?.waiting ?? 0} />
    </div>
  );
}

interface OthersProps {
  waiting: number;
}

/** Others follow after this one. */
function Others({ waiting }: OthersProps) {
  if (waiting <= 1) return null;
  return <p className="tabular text-ink-3 text-small">{words.state.waiting(waiting)}</p>;
}
