// The bar above the transcript: title and panel switches.

import { ArchiveRestore, FileText, Waypoints } from 'lucide-react';
import { programNames } from '../../../../shared/features/import/otherApps.ts';
import { useKeys } from '../../../core/commands/useKeys.ts';
import { useConversation, useSession, useView } from '../../../core/state/context.tsx';
import { useInPlace } from '../../../core/state/inPlace.ts';
import { togglePanel } from '../../../core/state/panels.ts';
import { strings } from '../../../core/strings.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { panelOverQuery, useMedia } from '../../../ui/useMedia.ts';
import { ContextMeter } from '../../context/ContextMeter.tsx';
import { ProcessIndicator } from '../../processes/ProcessIndicator.tsx';
import { OpenSidebar } from '../../sidebar/OpenSidebar.tsx';
import { organise } from '../../sidebar/organise.ts';
import { TitleField } from './TitleField.tsx';

export function TopBar() {
  const program = useInPlace();
  return (
    <header className="flex h-11 shrink-0 items-center gap-1 border-line border-b px-2">
      <OpenSidebar />
      <div className="min-w-0 flex-1">
        <TitleField />
      </div>
      <Archived />
      {program !== null && (
        <span data-in-place={program} className="shrink-0 px-1.5 text-ink-3 text-small">
          {programNames[program]}
        </span>
      )}
      <PanelSwitches />
    </header>
  );
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

/** Panel switches at the right end of the bar, one per panel that has content. */
function PanelSwitches() {
  const { view } = useSession();
  const chainKeys = useKeys('panel.chain');
  const over = useMedia(panelOverQuery);
  const panel = useView((now) => ((over ? now.sheet === 'panel' : now.panelOpen) ? now.panel : null));
  const hasFile = useView((now) => now.file !== null);
  return (
    <fieldset aria-label={strings.ui.panels} className="flex min-w-0 shrink-0 items-center gap-0.5">
      <ProcessIndicator open={panel === 'processes'} />
      {hasFile && (
        <IconButton
          icon={FileText}
          label={strings.ui.file}
          aria-pressed={panel === 'file'}
          onClick={() => togglePanel(view, 'file')}
        />
      )}
      <ContextMeter open={panel === 'context'} />
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
