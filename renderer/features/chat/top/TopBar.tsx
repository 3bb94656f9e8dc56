// The bar above the transcript: title and panel switches.

import { ArchiveRestore, Files, FileText, Terminal, Waypoints } from 'lucide-react';
import { useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import { isInPlace } from '../../../../shared/features/inPlace/inPlace.ts';
import { useKeys } from '../../../core/commands/shortcuts.ts';
import { lazyPart } from '../../../core/parts/lazyPart.tsx';
import {
  useActions,
  useApp,
  useChatProject,
  useConversation,
  useHasTwoPanes,
  useIsFocusedPane,
  useRunElsewhere,
  useSession,
  useTitle,
  useView,
} from '../../../core/state/context.tsx';
import { useInPlaceApp, useInPlaceName } from '../../../core/state/inPlace.ts';
import { togglePanel } from '../../../core/state/panels.ts';
import { useMay } from '../../../core/state/rights.ts';
import { strings } from '../../../core/strings.ts';
import { Button } from '../../../ui/Button.tsx';
import { useTitleFocus } from '../../../ui/focus.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { RenameField } from '../../../ui/RenameField.tsx';
import { panelOverQuery, useMedia } from '../../../ui/useMedia.ts';
import { ProcessIndicator } from '../../processes/ProcessIndicator.tsx';
import { OpenSidebarButton } from '../../sidebar/OpenSidebarButton.tsx';
import { organize } from '../../sidebar/organize.ts';

const SideButtons = lazyPart(async () => (await import('../../sideBySide/SideButtons.tsx')).SideButtons);

const MeterPart = lazyPart(async () => (await import('../../context/ContextMeter.tsx')).ContextMeter);

const TitleTags = lazyPart(async () => (await import('../../tags/TitleTags.tsx')).TitleTags);

export function TopBar() {
  const program = useInPlaceApp();
  const nameOf = useInPlaceName();
  const conversationId = useConversation((state) => state.conversationId) ?? '';
  const run = useRunElsewhere();
  const session = useSession();
  const isTwo = useHasTwoPanes();
  const isFirst = useStore(session.panes.store, ({ isStacked }) => isStacked || session.panes.isLeft(session));
  return (
    <header className="flex h-11 shrink-0 items-center gap-1 border-line border-b px-2">
      {isFirst && <OpenSidebarButton />}
      <div className="flex min-w-0 flex-1 items-center gap-1">
        <TitleField />
        <Tags />
      </div>
      <Archived />
      {program !== null && (
        <span data-in-place={program} className="shrink-0 px-1.5 text-ink-3 text-small">
          {nameOf(program, conversationId)}
        </span>
      )}
      {run && run.state !== 'continued' && (
        <span data-runs-on className="min-w-0 max-w-[40%] truncate px-1.5 text-ink-3 text-small">
          {strings.sidebar.runningOn(run.machine)}
        </span>
      )}
      <PanelSwitches />
      {isTwo && <SideButtons />}
    </header>
  );
}

function Tags() {
  const id = useConversation((state) => state.conversationId);
  const tags = useApp(({ conversations }) => conversations.find((row) => row.id === id)?.tags);
  return id === undefined || !tags ? null : <TitleTags conversationId={id} tags={tags} />;
}

/** The sidebar does not show this, since its archive is collapsed. */
function Archived() {
  const session = useSession();
  const id = useConversation((state) => (state.archived ? state.conversationId : null)) ?? null;
  if (id === null) return null;
  const words = strings.sidebar;
  return (
    <div className="flex shrink-0 items-center gap-2 pr-1" data-archived>
      <span className="hidden text-ink-3 text-small narrow:inline">{words.inArchive}</span>
      <Button
        data-needs="conversation.organise"
        size="small"
        aria-label={words.unarchive}
        title={words.unarchive}
        onClick={() => void organize(session, id, { archived: false })}
      >
        <ArchiveRestore className="size-3.5" strokeWidth={1.75} aria-hidden />
        <span className="hidden wide:inline">{words.unarchive}</span>
      </Button>
    </div>
  );
}

/** Panel switches at the right end of the bar, one per panel that has content. */
function PanelSwitches() {
  const { view } = useSession();
  const chainKeys = useKeys('panel.chain');
  const id = useConversation((state) => state.conversationId);
  const hasChanges = id !== undefined && !isInPlace(id);
  const over = useMedia(panelOverQuery);
  const isFocused = useIsFocusedPane();
  const openPanel = useView((now) => ((over ? now.sheet === 'panel' : now.panelOpen) ? now.panel : null));
  const panel = isFocused ? openPanel : null;
  const wasFocused = useRef(true);
  const fileKeys = useKeys('files.open');
  const hasFiles = useConversation((state) => state.projectId) != null;
  const terminalKeys = useKeys('terminal.open');
  const hasFolder = useChatProject()?.folder != null && (id === undefined || !isInPlace(id));
  return (
    <fieldset
      aria-label={strings.ui.panels}
      className="flex min-w-0 shrink-0 items-center gap-0.5"
      onPointerDownCapture={() => {
        wasFocused.current = isFocused;
      }}
      // The press has moved the focus here, and with it the panel: the same click must not close it.
      onClickCapture={(event) => {
        if (!wasFocused.current && (event.target as Element).closest('[aria-pressed="true"]')) event.stopPropagation();
        wasFocused.current = true;
      }}
    >
      <ProcessIndicator open={panel === 'processes'} />
      {hasFiles && (
        <IconButton
          data-needs="file.list"
          icon={FileText}
          data-not-on-phone
          label={strings.ui.file}
          shortcut={fileKeys}
          aria-pressed={panel === 'file'}
          onClick={() => togglePanel(view, 'file')}
        />
      )}
      {hasChanges && (
        <IconButton
          icon={Files}
          label={strings.undo.reviewTitle}
          aria-pressed={panel === 'review'}
          onClick={() => togglePanel(view, 'review')}
        />
      )}
      {hasFolder && (
        <IconButton
          data-needs="terminal.open"
          icon={Terminal}
          data-not-on-phone
          label={strings.commands.titles['terminal.open']}
          shortcut={terminalKeys}
          aria-pressed={panel === 'terminal'}
          onClick={() => togglePanel(view, 'terminal')}
        />
      )}
      <MeterPart open={panel === 'context'} />
      <IconButton
        icon={Waypoints}
        label={strings.calls.chain.title}
        shortcut={chainKeys}
        aria-pressed={panel === 'chain'}
        onClick={() => togglePanel(view)}
      />
    </fieldset>
  );
}

/** The conversation's title; click or press F2 to edit. */
function TitleField() {
  const actions = useActions();
  const id = useConversation((state) => state.conversationId);
  const title = useTitle();
  const [editing, setEditing] = useState(false);
  const focus = useTitleFocus(editing);
  const mayRename = useMay('conversation.rename');
  // While a conversation loads, its title comes from the list.
  if (id === undefined)
    return <h1 className="min-w-0 truncate px-1.5 font-strong text-ui">{title || strings.chat.newChat}</h1>;
  const visibleTitle = strings.sentences.title(title) || strings.chat.untitled;
  if (isInPlace(id) || !mayRename) {
    return (
      <h1 className="min-w-0 truncate px-1.5 font-strong text-ui" dir="auto">
        {visibleTitle}
      </h1>
    );
  }
  if (editing) {
    return (
      <RenameField
        key={id}
        label={strings.chat.title}
        value={title}
        className="max-w-96"
        onCancel={(byKey) => {
          focus.ended(byKey);
          setEditing(false);
        }}
        onSave={(next, byKey) => {
          focus.ended(byKey);
          setEditing(false);
          void actions.rename(id, next);
        }}
      />
    );
  }
  return (
    <h1 className="min-w-0 font-strong text-ui">
      <button
        ref={focus.title}
        type="button"
        dir="auto"
        title={visibleTitle}
        onClick={() => setEditing(true)}
        onKeyDown={(event) => event.key === 'F2' && setEditing(true)}
        className="block max-w-full truncate rounded-s px-1.5 py-0.5 hover:bg-hover"
      >
        {visibleTitle}
      </button>
    </h1>
  );
}
