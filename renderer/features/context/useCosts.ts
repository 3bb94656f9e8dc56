// What the conversation that is shown has cost: asked for when what it sends has changed, which it does with each reply.

import { useEffect, useState } from 'react';
import type { CostReport } from '../../../shared/features/costs/methods.ts';
import { useActions, useApp, useConversationView } from '../../core/state/context.tsx';
import { useContextView } from './useContextView.ts';

export function useCosts(): CostReport | null {
  const { call } = useActions();
  const { report } = useContextView();
  const conversationId = useConversationView((view) => view.id);
  const settings = useApp((snapshot) => snapshot.settings);
  const [costs, setCosts] = useState<{ of: string; report: CostReport } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the report and the settings are what it is asked again for.
  useEffect(() => {
    if (conversationId === null || report === null) return;
    let asked = true;
    void call('cost.read', { conversationId }).then((answer) => {
      if (asked && answer.ok) setCosts({ of: conversationId, report: answer.value });
    });
    return () => {
      asked = false;
    };
  }, [conversationId, report, settings, call]);
  return costs?.of === conversationId ? costs.report : null;
}
