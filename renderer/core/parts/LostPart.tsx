// Placeholder for a part of the window whose code failed to load, with the reason and a button.

import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useSession } from '../state/context.tsx';
import type { LoadFailure } from '../state/lostParts.ts';
import { strings } from '../strings.ts';

const words = strings.ui.lost;

export function LostPart({ why, onAgain }: { why: LoadFailure; onAgain: () => void }) {
  const { connection, lost } = useSession();
  const latest = useRef(onAgain);
  latest.current = onAgain;
  // Retries automatically once the host is back.
  useEffect(() => connection.onOpen(() => latest.current()), [connection]);
  const away = why === 'away';
  return (
    <div role="alert" className="m-auto flex max-w-[56ch] flex-wrap items-center justify-center gap-x-3 gap-y-2 p-4">
      <p className="text-ink-2 text-ui">{words[why]}</p>
      <Button size="small" onClick={away ? onAgain : lost.loadAgain}>
        {away ? strings.ui.tryAgain : words.loadAgain}
      </Button>
    </div>
  );
}
