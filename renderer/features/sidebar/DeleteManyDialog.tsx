// Asks before deleting several conversations: how many, and which.

import type { DialogProps } from '../../core/feature.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { removeMany } from './manyConversations.ts';

const words = lateStrings.selecting;
const { sidebar } = strings;
/** Maximum listed titles; with more, the dialog only shows the count. */
const maxNames = 8;

export function DeleteManyDialog({ conversationIds: ids, onClose }: DialogProps<'deleteMany'>) {
  const session = useSession();
  const conversations = useApp((snapshot) => snapshot.conversations);
  const rowsById = new Map(conversations.map((row) => [row.id, row]));
  const rows = ids.flatMap((id) => rowsById.get(id) ?? []);
  const running = rows.filter(({ activity }) => activity !== 'idle').length;
  const messages = rows.reduce((sum, { messageCount }) => sum + (messageCount ?? 0), 0);
  const more = ids.length - Math.min(maxNames, rows.length);
  return (
    <ConfirmDialog
      title={words.deleteTitle(ids.length)}
      body={`${words.one.deleteBody}${running > 0 ? ` ${words.deleteRunning(running)}` : ''}`}
      confirm={words.deleteConfirm(ids.length)}
      onConfirm={() => removeMany(session, ids)}
      onClose={onClose}
    >
      <p className="mt-3 text-ink-2 text-ui">{words.one.deleteGoes}</p>
      <ul className="mt-1 grid gap-0.5 text-ink-2 text-ui" aria-label={words.one.deleteGoes}>
        {rows.slice(0, maxNames).map((row) => (
          <li key={row.id} className="truncate">
            {strings.sentences.title(row.title) || sidebar.untitled}
          </li>
        ))}
        {more > 0 && <li className="text-ink-3">{words.more(more)}</li>}
        <li className="tabular mt-1 text-ink-3">{words.inAll(messages)}</li>
      </ul>
    </ConfirmDialog>
  );
}
