// The bar above the transcript: what this conversation is called, who answers, what is done without asking, the panels.

import { ArchiveRestore, Waypoints } from 'lucide-react';
import { programNames } from '../../../../shared/programs.ts';
import { useKeys } from '../../../core/commands/useKeys.ts';
import { useConversation, useSession, useView } from '../../../core/state/context.tsx';
import { useInPlace } from '../../../core/state/inPlace.ts';
import { organise } from '../../../core/state/organise.ts';
import { togglePanel } from '../../../core/state/panels.ts';
import { strings } from '../../../core/strings.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { panelOverQuery, useMedia } from '../../../ui/useMedia.ts';
import { ContextMeter } from '../../context/ContextMeter.tsx';
import { ProcessIndicator } from '../../processes/ProcessIndicator.tsx';
import { OpenSidebar } from '../../sidebar/OpenSidebar.tsx';
import { ApprovalMenu } from './ApprovalMenu.tsx';
import { ModelMenu } from './ModelMenu.tsx';
import { OptionsMenu } from './OptionsMenu.tsx';
import { ServerMenu } from './ServerMenu.tsx';
import { TitleField } from './TitleField.tsx';

export function TopBar() {
  const { view } = useSession();
  const chainKeys = useKeys('panel.chain');
  const program = useInPlace();
  const panelOver = useMedia(panelOverQuery);
  const panel = useView((now) => ((panelOver ? now.sheet === 'panel' : now.panelOpen) ? now.panel : null));
  return (
    <header className="@container/bar flex h-11 shrink-0 items-center gap-1 border-line border-b px-2">
      <OpenSidebar />
      <div className="min-w-0 flex-1">
        <TitleField />
      </div>
      <Archived />
      <ProcessIndicator />
      {program === null ? (
        <>
          <ModelMenu />
          <OptionsMenu />
          <ServerMenu />
          <ApprovalMenu />
        </>
      ) : (
        <span data-in-place={program} className="shrink-0 px-1.5 text-ink-3 text-small">
          {programNames[program]}
        </span>
      )}
      <ContextMeter open={panel === 'context'} />
      <IconButton
        icon={Waypoints}
        label={panel === 'chain' ? strings.ui.closePanel : strings.ui.openPanel}
        shortcut={chainKeys}
        aria-pressed={panel === 'chain'}
        onClick={() => togglePanel(view)}
      />
    </header>
  );
}

/** Where it stands is not seen in the list: the archive is folded. */
function Archived() {
  const session = useSession();
  const id = useConversation((state) => (state.archived ? state.conversationId : null)) ?? null;
  if (id === null) return null;
  const words = strings.sidebar;
  return (
    <div className="flex shrink-0 items-center gap-2 pr-1" data-archived>
      <span className="hidden text-ink-3 text-small narrow:inline">{words.inArchive}</span>
      <Button
        size="small"
        aria-label={words.unarchive}
        title={words.unarchive}
        onClick={() => void organise(session, id, { archived: false })}
      >
        <ArchiveRestore className="size-3.5" strokeWidth={1.75} aria-hidden />
        <span className="hidden wide:inline">{words.unarchive}</span>
      </Button>
    </div>
  );
}
