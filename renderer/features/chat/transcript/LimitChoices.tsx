// A spending limit held a request back: the run goes on once, or the limit is made higher and it goes on.

import type { SpendLimitRef } from '../../../../shared/conversation/question.ts';
import { formatUsd } from '../../../core/format/money.ts';
import { useSession } from '../../../core/state/context.tsx';
import { Button } from '../../../ui/Button.tsx';
import { costWords } from '../../costs/words.ts';

const words = costWords.reached;

export function LimitChoices({ limit }: { limit: SpendLimitRef }) {
  const { recover, view } = useSession();
  return (
    <>
      <Button size="small" data-follows onClick={() => void recover.resume({ overLimit: true })}>
        {words.once}
      </Button>
      <Button size="small" data-follows onClick={() => void recover.raiseLimit(limit.kind)}>
        {words.raise[limit.kind](formatUsd(limit.usd))}
      </Button>
      <Button
        size="small"
        tone="ghost"
        onClick={() => view.setState({ dialog: { type: 'settings', section: 'costs' } })}
      >
        {costWords.setPrice}
      </Button>
    </>
  );
}
