// The bar at the bottom of a phone's screen: Activity first, then the conversations, a new chat and the settings. While it is
// shown, the window follows the keyboard, and the back gesture closes what is open.

import { Activity, MessagesSquare, Settings, SquarePen } from 'lucide-react';
import { useEffect } from 'react';
import type { Need } from '../../../shared/features/remote/needs.ts';
import { useActions, useApp, useConversationView, useSession, useView } from '../../core/state/context.tsx';
import { addressOf } from '../../core/state/windowAddress.ts';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { followBack } from './backGesture.ts';
import { followKeyboard } from './keyboard.ts';

export function PhoneBar() {
  const actions = useActions();
  const { view, panes } = useSession();
  const page = useView((now) => now.page);
  const sheet = useView((now) => now.sheet);
  const isNew = useConversationView(({ id }) => id === null);
  const waiting = useApp(({ conversations }) => conversations.filter(({ activity }) => activity === 'waiting').length);
  useEffect(() => followKeyboard(window), []);
  useEffect(() => {
    const openId = (): string | null => panes.current().conversation.store.getState().id;
    return followBack(view, window, () => addressOf(location, openId(), panes.beside()));
  }, [view, panes]);
  return (
    <nav
      data-thumb-bar
      aria-label={strings.ui.appName}
      className="grid shrink-0 auto-cols-fr grid-flow-col border-line border-t bg-sunk"
    >
      <BarButton
        icon={Activity}
        label={strings.sidebar.activity}
        isCurrent={page === 'activity'}
        waiting={waiting}
        onClick={() => view.setState({ page: 'activity', sheet: null })}
      />
      <BarButton
        icon={MessagesSquare}
        label={strings.sidebar.conversations}
        isCurrent={page === 'chat' && !isNew}
        isOpen={sheet === 'sidebar'}
        onClick={() => view.setState({ sheet: 'sidebar' })}
      />
      <BarButton
        needs="conversation.create"
        icon={SquarePen}
        label={strings.sidebar.newChat}
        isCurrent={page === 'chat' && isNew}
        onClick={() => actions.newChat()}
      />
      <BarButton
        icon={Settings}
        label={strings.ui.settings}
        isCurrent={false}
        onClick={() => view.setState({ dialog: { type: 'settings', section: 'providers' } })}
      />
    </nav>
  );
}

interface BarButtonProps {
  icon: typeof Activity;
  label: string;
  isCurrent: boolean;
  /** For one that opens a sheet. */
  isOpen?: boolean;
  /** How many conversations wait for the user there. */
  waiting?: number;
  /** The method that it leads to. */
  needs?: Need;
  onClick: () => void;
}

function BarButton({ icon: Icon, label, isCurrent, isOpen, waiting = 0, needs, onClick }: BarButtonProps) {
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'page' : undefined}
      aria-expanded={isOpen}
      data-needs={needs}
      onClick={onClick}
      className={classes(
        'flex h-13 min-w-0 flex-col items-center justify-center gap-0.5 px-1 text-small focus-visible:-outline-offset-2',
        isCurrent ? 'text-accent' : 'text-ink-2',
      )}
    >
      <span className="relative">
        <Icon className="size-5" strokeWidth={1.75} aria-hidden />
        {waiting > 0 && (
          <span
            data-activity-waiting={waiting}
            className="tabular absolute -top-1 left-3.5 min-w-4 rounded-full bg-wait px-1 text-center font-strong text-page text-small"
          >
            <span aria-hidden>{waiting > 99 ? '99+' : waiting}</span>
          </span>
        )}
      </span>
      <span className="max-w-full truncate">{label}</span>
      {waiting > 0 && <span className="sr-only">{strings.sidebar.activityWaiting(waiting)}</span>}
    </button>
  );
}
