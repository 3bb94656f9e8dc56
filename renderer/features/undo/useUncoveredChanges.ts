// Changes that undo does not cover, from the call messages: includes turns for which the host has nothing to undo.

import { useMemo } from 'react';
import type { UserTextData } from '../../../shared/core/sentence.ts';
import type { ChangeTarget } from '../../../shared/features/undo/methods.ts';
import { uncoveredChangesOf } from '../../core/calls/callChanges.ts';
import { transcriptItems } from '../../core/calls/items.ts';
import { useConversationView } from '../../core/state/context.tsx';
import { englishOf } from '../../core/words/hostTranslations.ts';

export function useUncoveredChanges(target: ChangeTarget): UserTextData[] {
  const messages = useConversationView((view) => view.messageWindow.messages);
  const { type, messageId } = target;
  return useMemo(() => {
    if (type !== 'turn') return [];
    const item = transcriptItems(messages).find((one) => one.type === 'changes' && one.messageId === messageId);
    return item?.type === 'changes' ? uncoveredChangesOf(item.calls) : [];
  }, [messages, type, messageId]);
}

export function mergeTexts(reported: readonly UserTextData[] = [], uncovered: readonly UserTextData[]): UserTextData[] {
  const texts = new Set(reported.map(englishOf));
  return [...reported, ...uncovered.filter((each) => !texts.has(englishOf(each)))];
}
