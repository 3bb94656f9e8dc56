// The icon and label of a match: what it is and whose.

import {
  Brain,
  CircleAlert,
  CornerDownRight,
  type LucideIcon,
  MessageSquareText,
  NotebookText,
  Type,
  User,
} from 'lucide-react';
import type { SearchHit } from '../../../shared/features/search/methods.ts';
import { toolIcon } from '../../core/calls/toolIcon.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { visibleText } from '../../ui/visibleText.ts';

const words = lateStrings.search.parts;

export function hitKind({ part, role, toolName }: SearchHit): { icon: LucideIcon; label: string } {
  const tool = visibleText(toolName ?? '');
  switch (part) {
    case 'title':
      return { icon: Type, label: words.title };
    case 'error':
      return { icon: CircleAlert, label: words.error };
    case 'reasoning':
      return { icon: Brain, label: words.reasoning };
    case 'arguments':
      return { icon: toolName === null ? CornerDownRight : toolIcon(toolName), label: words.arguments(tool) };
    case 'result':
      return { icon: toolName === null ? CornerDownRight : toolIcon(toolName), label: words.result(tool) };
    case 'content':
      if (role === 'user') return { icon: User, label: words.you };
      return role === 'assistant'
        ? { icon: MessageSquareText, label: words.reply }
        : { icon: NotebookText, label: words.note };
  }
}
