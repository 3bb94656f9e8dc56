// The chain of this conversation beside it: every tool call with its outcome, time and size, as a list or over time. Enter
// goes to the box and opens it, Escape comes back.

import { X } from 'lucide-react';
import { useCallback } from 'react';
import { useConversationView, useSession, useView } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { focusComposer } from '../../ui/focusComposer.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ChainView } from './ChainView.tsx';
import type { CallRow } from './chainRows.ts';
import { openBox } from './openCall.ts';
import { useBoxInView } from './useBoxInView.ts';
import { useChain } from './useChain.ts';

const words = strings.chains;

export function ChainPanel({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const id = useConversationView((view) => view.id);
  const chain = useChain(id, false);
  const wish = useView((view) => view.chainAt);
  const inView = useBoxInView(id !== null);

  const onGo = useCallback(
    (row: CallRow) => {
      if (id !== null) void openBox(session, id, row.box, 'panel');
    },
    [session, id],
  );
  return (
    <aside data-chain-panel aria-label={words.title} className="flex h-full w-95 max-w-full flex-col bg-page">
      <ChainView
        key={id ?? ''}
        conversationId={id}
        chain={chain}
        inView={inView}
        wish={wish}
        onGo={onGo}
        onLeave={focusComposer}
        heading={
          <>
            <IconButton icon={X} label={strings.ui.closePanel} size="small" className="-ml-1" onClick={onClose} />
            <h2 className="font-strong text-ui">{words.title}</h2>
          </>
        }
      />
    </aside>
  );
}
