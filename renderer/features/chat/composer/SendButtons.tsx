// Send buttons in the composer's footer. During a run there are two: queue, or stop the run and send. Each shows its
// shortcut.

import { Activity, ArrowUp, Clock, CornerDownLeft, Square } from 'lucide-react';
import { useKeys } from '../../../core/commands/shortcuts.ts';
import { useSession } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Kbd } from '../../../ui/Kbd.tsx';
import { leaveRunning } from '../background.ts';

const words = strings.chat;

export const sendNowKeys = 'Mod+Enter';

interface SendButtonsProps {
  running: boolean;
  hasSomething: boolean;
  /** Attachments are still uploading. */
  waits: boolean;
  canSend: boolean;
  onSend: (now?: boolean) => void;
}

export function SendButtons({ running, hasSomething, waits, canSend, onSend }: SendButtonsProps) {
  const session = useSession();
  const { actions } = session;
  const background = useKeys('run.background');
  if (!running) {
    return (
      <IconButton
        icon={ArrowUp}
        label={waits ? strings.attachments.waiting : words.send}
        shortcut="Enter"
        disabled={!canSend}
        onClick={() => onSend()}
        tone="primary"
      />
    );
  }
  const why = waits ? strings.attachments.waiting : undefined;
  return (
    <>
      <IconButton
        icon={Activity}
        label={strings.commands.titles['run.background']}
        shortcut={background}
        onClick={() => leaveRunning(session)}
      />
      <IconButton
        icon={Square}
        label={words.stop}
        shortcut="Esc Esc"
        onClick={() => void actions.stop()}
        tone="outline"
        filled
      />
      {hasSomething && (
        <>
          <Button
            size="small"
            className="px-1.5"
            aria-label={words.queue}
            title={why ?? words.queueHint}
            disabled={!canSend}
            onClick={() => onSend()}
          >
            <Clock className="size-4" strokeWidth={1.75} aria-hidden />
            <span className="hidden @min-[40rem]/foot:inline">{words.queue}</span>
            <span className="hidden @min-[40rem]/foot:inline-flex" aria-hidden>
              <CornerDownLeft className="size-3 text-ink-3" strokeWidth={2} />
            </span>
          </Button>
          <Button
            size="small"
            tone="primary"
            className="px-1.5"
            aria-label={words.sendNow}
            title={why ?? words.sendNowHint}
            disabled={!canSend}
            onClick={() => onSend(true)}
          >
            <ArrowUp className="size-4" strokeWidth={2.25} aria-hidden />
            <span className="hidden @min-[40rem]/foot:inline">{words.sendNow}</span>
            <span className="hidden @min-[40rem]/foot:inline" aria-hidden>
              <Kbd keys={sendNowKeys} tone="" />
            </span>
          </Button>
        </>
      )}
    </>
  );
}
