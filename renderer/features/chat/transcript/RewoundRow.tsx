// Where the person went back to: said as long as the way forward is open, also after the window was closed.

import { Redo2 } from 'lucide-react';
import { useState } from 'react';
import { useConversation, useSession } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { Button } from '../../../ui/Button.tsx';

const words = strings.undo.rewind;

export function RewoundRow() {
  const { changes } = useSession();
  const rewound = useConversation((state) => state.rewound && state.run === null) ?? false;
  const [busy, setBusy] = useState(false);
  if (!rewound) return null;
  const forward = async (): Promise<void> => {
    setBusy(true);
    await changes.goForward();
    setBusy(false);
  };
  return (
    <div
      data-role="rewound"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t pt-3 text-ink-3 text-ui"
    >
      <p className="min-w-48 flex-1" title={words.hereHint}>
        {words.here}
      </p>
      <Button size="small" disabled={busy} onClick={() => void forward()}>
        <Redo2 className="size-3.5" strokeWidth={1.75} aria-hidden />
        {words.undo}
      </Button>
    </div>
  );
}
