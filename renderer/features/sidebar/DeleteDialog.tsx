// Asks before deleting a conversation, and lists what is deleted with it.

import { useCallback, useEffect, useState } from 'react';
import type { DeletionPreview } from '../../../shared/features/conversations/methods.ts';
import type { WorktreeRemoval } from '../../../shared/features/worktrees/methods.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useApp } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { WorktreeOnDelete, type WorktreeToDelete } from '../worktrees/WorktreeOnDelete.tsx';

const words = strings.sidebar;
const lateWords = lateStrings.selecting.one;

export function DeleteDialog({ conversationId, onClose }: { conversationId: string; onClose: () => void }) {
  const actions = useActions();
  const row = useApp((snapshot) => snapshot.conversations.find((candidate) => candidate.id === conversationId));
  const preview = usePreview(conversationId);
  // The count from the list, until the rest has been counted.
  const details = row?.messageCount ? [lateWords.parts.messages(row.messageCount)] : [];
  const running = row !== undefined && row.activity !== 'idle';
  const [goes, setGoes] = useState(false);
  const [removals, setRemovals] = useState<Readonly<Record<string, WorktreeRemoval | null>>>({});
  const onSeen = useCallback(
    (id: string, removal: WorktreeRemoval | null) => setRemovals((before) => ({ ...before, [id]: removal })),
    [],
  );
  const worktrees: WorktreeToDelete[] = [
    ...(row?.worktree ? [{ conversationId, path: row.worktree.path }] : []),
    ...(preview?.subAgents ?? []).flatMap(({ id, worktree }) =>
      worktree === undefined ? [] : [{ conversationId: id, path: worktree }],
    ),
  ];
  const remove = async (): Promise<unknown> => {
    // The lists of losses are not visible yet: do nothing.
    if (goes && !worktrees.every((each) => removals[each.conversationId])) return;
    for (const each of goes ? worktrees : []) {
      const seen = removals[each.conversationId]?.seen ?? null;
      const answer = await actions.call('worktree.remove', {
        conversationId: each.conversationId,
        keepBranch: true,
        seen,
      });
      if (!answer.ok) return actions.report(answer.error);
    }
    return actions.remove(conversationId);
  };
  return (
    <ConfirmDialog
      title={lateWords.deleteTitle(row?.title || preview?.title || words.untitled)}
      body={`${lateWords.deleteBody}${running ? ` ${lateWords.deleteRunning}` : ''}`}
      confirm={lateWords.deleteConfirm}
      onConfirm={remove}
      onClose={onClose}
    >
      <p className="mt-3 text-ink-2 text-ui">{lateWords.deleteGoes}</p>
      <ul className="mt-0.5 grid gap-0.5 text-ink-2 text-ui" aria-label={lateWords.deleteGoes}>
        {(preview ? linesOf(preview) : details).map((line) => (
          <li key={line} className="wrap-anywhere flex gap-2">
            <span aria-hidden className="text-ink-3">
              –
            </span>
            <span className="min-w-0">{line}</span>
          </li>
        ))}
      </ul>
      {worktrees.length > 0 && <WorktreeOnDelete worktrees={worktrees} goes={goes} onGoes={setGoes} onSeen={onSeen} />}
    </ConfirmDialog>
  );
}

/** Null while loading or on error. */
function usePreview(conversationId: string): DeletionPreview | null {
  const { call } = useActions();
  const [preview, setPreview] = useState<DeletionPreview | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    void call('conversation.deletion', { conversationId }, controller.signal).then((answer) => {
      if (!controller.signal.aborted && answer.ok) setPreview(answer.value);
    });
    return () => controller.abort();
  }, [call, conversationId]);
  return preview;
}

function linesOf(preview: DeletionPreview): string[] {
  const { messages, results, attachments, undoBytes, logBytes, copies, subAgents } = preview;
  const { parts } = lateWords;
  return [
    parts.messages(messages),
    results.count > 0 ? parts.results(results.count, formatBytes(results.bytes)) : '',
    attachments.count > 0 ? parts.attachments(attachments.count, formatBytes(attachments.bytes)) : '',
    undoBytes > 0 ? parts.undo(formatBytes(undoBytes)) : '',
    logBytes > 0 ? parts.log : '',
    copies > 0 ? parts.copies(copies) : '',
    ...subAgents.map(({ title }) => parts.subAgent(title || words.untitled)),
  ].filter((line) => line !== '');
}
