// Bulk actions for selected conversations, below the list.

import { Archive, ArchiveRestore, Download, Tag, Trash2, X } from 'lucide-react';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { setManyArchived } from './manyConversations.ts';

const words = lateStrings.selecting;

export function SelectionBar({ ids, onDone }: { ids: ReadonlySet<string>; onDone: () => void }) {
  const session = useSession();
  const conversations = useApp((snapshot) => snapshot.conversations);
  const rows = conversations.filter(({ id }) => ids.has(id));
  const archived = rows.length > 0 && rows.every((row) => row.archived);
  const all = [...ids];
  return (
    <section aria-label={words.title} className="flex items-center gap-0.5 border-line border-t py-1.5 pr-2 pl-4">
      <p role="status" className="tabular min-w-0 flex-1 truncate text-ui">
        {words.count(ids.size)}
      </p>
      <IconButton
        icon={Tag}
        label={strings.sidebar.tags}
        onClick={() => session.view.setState({ dialog: { type: 'tags', conversationIds: all } })}
      />
      <IconButton
        icon={archived ? ArchiveRestore : Archive}
        label={archived ? strings.sidebar.unarchive : strings.sidebar.toArchive}
        onClick={() => {
          onDone();
          void setManyArchived(session, all, !archived);
        }}
      />
      <IconButton
        icon={Download}
        label={strings.sidebar.export}
        onClick={() => {
          const [conversationId = '', ...more] = all;
          session.view.setState({ dialog: { type: 'export', conversationId, more } });
        }}
      />
      <IconButton
        icon={Trash2}
        label={strings.sidebar.delete}
        onClick={() => session.view.setState({ dialog: { type: 'deleteMany', conversationIds: all } })}
      />
      <IconButton icon={X} label={words.done} onClick={onDone} />
    </section>
  );
}
