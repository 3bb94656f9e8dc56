// Replaces the composer below another app's session, or what a team shares: names it, and continues in a copy here.

import { MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand/react';
import { programNames } from '../../../shared/features/import/otherApps.ts';
import { isMachine, isTeam } from '../../../shared/features/inPlace/inPlace.ts';
import { useConversationView, useSession } from '../../core/state/context.tsx';
import { continueSession, useInPlaceApp, useInPlaceName } from '../../core/state/inPlace.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { sharingWords } from '../sharing/words.ts';
import { syncWords } from '../sync/words.ts';
import { ContinueInAgent } from './ContinueInAgent.tsx';

const words = strings.sidebar.inPlace;

export function InPlaceBar() {
  const session = useSession();
  const id = useConversationView((view) => view.id);
  const program = useInPlaceApp();
  const nameOf = useInPlaceName();
  const onMachines = useStore(session.lists.inPlace.store, ({ value }) => value?.onMachines);
  const [busy, setBusy] = useState(false);
  if (program === null || id === null) return null;
  const row = onMachines?.find((each) => each.conversationId === id);
  const ofMachine = row
    ? syncWords.sessions.bar(programNames[row.program], visibleText(row.machine))
    : syncWords.sessions.barElsewhere;
  const go = async (): Promise<void> => {
    setBusy(true);
    await continueSession(session, id);
    setBusy(false);
  };
  return (
    <div data-composer-place className="mx-auto w-full max-w-[808px] px-6 pb-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-sunk py-2.5 pr-2.5 pl-4">
        <p className="min-w-0 flex-1 basis-64 text-ink-2 text-ui">
          {isTeam(program)
            ? sharingWords.bar(visibleText(nameOf(program, id)))
            : isMachine(program)
              ? ofMachine
              : words.bar(programNames[program])}
        </p>
        {!isTeam(program) && !isMachine(program) && (
          <ContinueInAgent conversationId={id} disabled={busy} onBusy={setBusy} />
        )}
        <Button tone="primary" disabled={busy} onClick={() => void go()}>
          <MessageSquarePlus className="size-4" strokeWidth={1.75} aria-hidden />
          {busy ? words.continuing : isTeam(program) ? sharingWords.continueCopy : words.continue}
        </Button>
      </div>
    </div>
  );
}
