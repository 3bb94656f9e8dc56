// Rereads the server files, since changes by other apps send no notification.

import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { mcpWords } from './words.ts';

export function RecheckButton() {
  const { mcp } = useSession();
  const [busy, setBusy] = useState(false);
  const check = async (): Promise<void> => {
    setBusy(true);
    await mcp.reload();
    setBusy(false);
  };
  return (
    <Button tone="ghost" size="small" className="self-center" disabled={busy} onClick={() => void check()}>
      <RefreshCw className="size-3.5" strokeWidth={1.75} aria-hidden />
      {mcpWords.checkAgain}
    </Button>
  );
}
