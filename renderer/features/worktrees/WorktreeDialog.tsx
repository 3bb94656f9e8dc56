// The dialogs of a conversation's worktree: which of them is open.

import { useState } from 'react';
import { ChangesPage } from './ChangesPage.tsx';
import { MakePage } from './MakePage.tsx';
import { MergePage } from './MergePage.tsx';
import { RemovePage } from './RemovePage.tsx';

export interface WorktreeDialogProps {
  conversationId: string;
  act: 'make' | 'changes' | 'merge' | 'remove';
  /** It is asked because the conversation went to the archive. */
  archived: boolean;
  onClose: () => void;
}

export function WorktreeDialog({ conversationId, act: first, archived, onClose }: WorktreeDialogProps) {
  const [act, setAct] = useState(first);
  const page = { conversationId, onClose };
  if (act === 'make') return <MakePage {...page} />;
  if (act === 'merge') return <MergePage {...page} />;
  if (act === 'remove') return <RemovePage {...page} archived={archived} />;
  return <ChangesPage {...page} onAct={setAct} />;
}
