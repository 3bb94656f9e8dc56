// A chat without messages: recent conversations, and examples until the first real chat. Folder and model are chosen at the
// composer.

import { MessageSquareText } from 'lucide-react';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import { useKeys } from '../../core/commands/shortcuts.ts';
import { formatFullTime, formatTime } from '../../core/format/time.ts';
import { projectOf } from '../../core/state/choices.ts';
import { useActions, useApp, useConversationView } from '../../core/state/context.tsx';
import { useMay } from '../../core/state/rights.ts';
import { locale, strings } from '../../core/strings.ts';
import { useNow } from '../../ui/useNow.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { useChatModel } from '../models/useChatModel.ts';
import { Examples } from './Examples.tsx';
import { Notices } from './Notices.tsx';
import { StartRow, StartSection } from './StartRow.tsx';

/** The numbers of the shortcuts for the listed conversations. */
const places = [1, 2, 3] as const;

export function EmptyChat() {
  const begun = useApp(({ conversations }) => conversations.some(({ messageCount }) => messageCount !== 0));
  const { isDemo } = useChatModel();
  const mayTry = useMay('project.demo');
  const mayCreate = useMay('conversation.create');
  // The demo only answers its examples.
  const withExamples = isDemo || !begun;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex min-h-full max-w-[808px] flex-col justify-end px-4 pt-8 pb-5 narrow:px-6">
        <Notices />
        <h2 className={mayCreate ? 'text-display' : 'sr-only'}>
          {mayCreate ? strings.start.emptyTitle : strings.sidebar.conversations}
        </h2>
        <Recent />
        {withExamples && mayTry && <Examples />}
      </div>
    </div>
  );
}

/** Recent conversations to continue: by click or by their sidebar shortcut. */
function Recent() {
  const conversations = useApp((snapshot) => snapshot.conversations);
  const current = useConversationView((view) => view.id);
  const listed = conversations.filter((row) => !row.archived);
  const rows = places.flatMap((n) => {
    const row = listed[n - 1];
    return row && row.id !== current ? [{ n, row }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <StartSection title={strings.start.continueTitle}>
      {rows.map(({ n, row }) => (
        <RecentRow key={row.id} n={n} row={row} />
      ))}
    </StartSection>
  );
}

function RecentRow({ n, row }: { n: (typeof places)[number]; row: ConversationRow }) {
  const actions = useActions();
  const keys = useKeys(`conversation.${n}`);
  const project = useApp((snapshot) => projectOf(snapshot, row.projectId));
  const now = useNow(60_000);
  const when = formatTime(row.updatedAt, now, locale, strings.ui.time);
  const folder = project?.folder ? visibleText(project.name) : '';
  return (
    <StartRow
      icon={MessageSquareText}
      title={
        <span className="block truncate" dir="auto">
          {strings.sentences.title(row.title) || strings.sidebar.untitled}
        </span>
      }
      about={
        <span className="tabular" title={formatFullTime(row.updatedAt, locale)}>
          {folder === '' ? when : `${folder} · ${when}`}
        </span>
      }
      keys={keys}
      onClick={() => actions.show(row.id)}
    />
  );
}
