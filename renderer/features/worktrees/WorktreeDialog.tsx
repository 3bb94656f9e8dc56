// The dialogs for a conversation's worktree.

import { useState } from 'react';
import type { DialogProps } from '../../core/feature.ts';
import { ChangesPage } from './ChangesPage.tsx';
import { CreatePage } from './CreatePage.tsx';
import { MergePage } from './MergePage.tsx';
import { RemovePage } from './RemovePage.tsx';

export function WorktreeDialog(props: DialogProps<'worktree'>) {
  return <Page key={`${props.conversationId}.${props.act}`} {...props} />;
}

function Page({ conversationId, act: first, archived, onClose }: DialogProps<'worktree'>) {
  const [act, setAct] = useState(first);
  const page = { conversationId, onClose };
  if (act === 'make') return <CreatePage {...page} />;
  if (act === 'merge') return <MergePage {...page} />;
  if (act === 'remove') return <RemovePage {...page} archived={archived === true} />;
  return <ChangesPage {...page} onAct={setAct} />;
}
