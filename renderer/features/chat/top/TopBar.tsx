// The bar above the transcript: title and panel switches.

import { ArchiveRestore } from 'lucide-react';
import { programNames } from '../../../../shared/features/import/otherApps.ts';
import { useConversation, useSession } from '../../../core/state/context.tsx';
import { useInPlace } from '../../../core/state/inPlace.ts';
import { strings } from '../../../core/strings.ts';
import { Button } from '../../../ui/Button.tsx';
import { OpenSidebar } from '../../sidebar/OpenSidebar.tsx';
import { organise } from '../../sidebar/organise.ts';
import { PanelSwitches } from './PanelSwitches.tsx';
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
