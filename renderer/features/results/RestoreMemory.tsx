// Takes a change of the memory back: it says again what it said before, unless it was changed since.

import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { ToolMessage } from '../../../shared/conversation/message.ts';
import { parseArguments } from '../../../shared/features/tools/toolInfo.ts';
import type { CallRef } from '../../core/calls/items.ts';
import { useActions, useConversation } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { memoryWords } from '../memory/words.ts';

const words = memoryWords;

export function RestoreMemory({ call, result }: { call: CallRef; result: ToolMessage }) {
  const { call: ask } = useActions();
  const projectId = useConversation((state) => state.projectId);
  const [said, setSaid] = useState<{ ok: boolean; text: string } | null>(null);
  const [asking, setAsking] = useState(false);
  if (projectId === undefined) return null;
  const isAll = parseArguments(call.arguments).scope === 'all';
  const restore = async (): Promise<void> => {
    setAsking(true);
    const { messageId, index } = call;
    const about = isAll ? 'memory' : 'projectMemory';
    const answer = await ask('ownText.restore', { about, projectId, messageId, index });
    setAsking(false);
    setSaid(answer.ok ? { ok: true, text: words.restored } : { ok: false, text: answer.error.message });
  };
  return (
    <div
      data-restore={result.id}
      className="flex flex-wrap items-center gap-2 border-line border-t px-3 py-2 text-small"
    >
      {!said?.ok && (
        <Button size="small" disabled={asking} onClick={() => void restore()}>
          <Undo2 className="size-3.5" strokeWidth={1.75} aria-hidden />
          {words.restore}
        </Button>
      )}
      <span role="status" className={said && !said.ok ? 'wrap-anywhere min-w-0 text-fail' : 'text-ink-3'}>
        {said?.text ?? ''}
      </span>
    </div>
  );
}
