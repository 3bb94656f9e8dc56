// Below a message that several models answer: leads to their answers. Nothing once the conversation continues.

import { Columns3 } from 'lucide-react';
import { openCompare } from '../../../../shared/features/compare/compare.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { useConversation, useSession } from '../../../core/state/context.tsx';
import { Button } from '../../../ui/Button.tsx';

const labels = lateStrings.compare;

export function CompareRow() {
  const { view } = useSession();
  const conversationId = useConversation((state) => state.conversationId);
  const compare = useConversation(({ compares, messages }) => openCompare(compares, messages.at(-1)?.id));
  if (!compare || conversationId === undefined) return null;
  return (
    <div data-role="compare" className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Columns3 className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
      <p className="text-ink-2 text-ui">{labels.open(compare.contestants.length)}</p>
      <Button
        size="small"
        data-follows
        onClick={() => view.setState({ dialog: { type: 'compare', conversationId, compareId: compare.id } })}
      >
        {labels.show}
      </Button>
    </div>
  );
}
