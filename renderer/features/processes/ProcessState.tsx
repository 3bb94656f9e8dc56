// The state of a background command and its stop button, for its row and above its output.

import { CircleStop, Unplug } from 'lucide-react';
import { useState } from 'react';
import type { BackgroundCommand } from '../../../shared/features/processes/methods.ts';
import { formatElapsed } from '../../core/format/duration.ts';
import { formatFullTime } from '../../core/format/time.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useConnected, useSession } from '../../core/state/context.tsx';
import { timeLocale } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { focusWhenLost } from '../../ui/focus.ts';
import { Pulse } from '../../ui/Pulse.tsx';
import { useNow } from '../../ui/useNow.ts';
import { visibleText } from '../../ui/visibleText.ts';

const words = lateStrings.processing;

export function ProcessState({ command }: { command: BackgroundCommand }) {
  const { state, exitCode, signal, startedAt, endedBy } = command;
  const running = state === 'running';
  const connected = useConnected();
  const now = useNow(1000, running && connected);
  if (running) {
    return (
      <span className="flex items-center gap-1.5 text-ink-2" title={formatFullTime(startedAt, timeLocale)}>
        <Pulse still={!connected} />
        {words.states.running} · {formatElapsed(now - Date.parse(startedAt))}
      </span>
    );
  }
  const how = endedBy ? words.endedBy[endedBy] : signal === null ? null : words.signal(signal);
  const code =
    exitCode === null || how !== null ? words.states.ended : `${words.states.ended} · ${words.exit(exitCode)}`;
  return (
    <span
      className={`flex items-center gap-1 ${exitCode !== null && exitCode !== 0 && how === null ? 'text-fail' : ''}`}
    >
      <Unplug className="size-3.5" strokeWidth={1.75} aria-hidden />
      {how ?? code}
    </span>
  );
}

export function EndCommandButton({ command }: { command: BackgroundCommand }) {
  const { actions } = useSession();
  const [ending, setEnding] = useState(false);
  if (command.state !== 'running') return null;
  const end = async (): Promise<void> => {
    setEnding(true);
    const { conversationId, id } = command;
    const answer = await actions.call('process.end', { conversationId, processId: id });
    setEnding(false);
    if (!answer.ok) return actions.report(answer.error);
    actions.say(words.ended(shortened(visibleText(command.command))));
  };
  return (
    <Button
      data-needs="process.end"
      size="small"
      disabled={ending}
      onClick={({ currentTarget }) => {
        // The button disappears with the command: keep the focus in the list.
        const panel = currentTarget.closest<HTMLElement>('[data-processes-panel]');
        if (panel) focusWhenLost(() => panel);
        void end();
      }}
      aria-label={words.endOf(visibleText(command.command))}
    >
      <CircleStop className="size-3.5" strokeWidth={1.75} aria-hidden />
      {ending ? words.ending : words.end}
    </Button>
  );
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
