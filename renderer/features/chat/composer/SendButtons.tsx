// The composer's right end: send, or during a run stop and, once something is written, queue. "Send now" has its
// shortcut, and a button at each queued message.

import { ArrowUp, Clock, type LucideIcon, Square } from 'lucide-react';
import { useActions } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { Button, type ButtonProps } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { footerLabelClass } from '../../../ui/footerPartClass.ts';
import { Tip } from '../../../ui/Tip.tsx';

const words = strings.chat;

export const sendNowKeys = 'Mod+Enter';

interface SendButtonsProps {
  running: boolean;
  hasSomething: boolean;
  /** Sends when the attachments are uploaded. */
  waits: boolean;
  canSend: boolean;
  onSend: () => void;
}

export function SendButtons({ running, hasSomething, waits, canSend, onSend }: SendButtonsProps) {
  const actions = useActions();
  const why = waits ? strings.attachments.waiting : null;
  const send = { keys: 'Enter', tone: 'primary', disabled: !canSend || waits, onClick: () => onSend() } as const;
  if (!running) return <FootButton icon={ArrowUp} label={words.send} why={why} tip={words.send} {...send} />;
  return (
    <>
      <FootButton
        icon={Square}
        filled
        label={words.stop}
        tip={words.stop}
        keys="Esc Esc"
        onClick={() => void actions.stop()}
      />
      {hasSomething && <FootButton icon={Clock} label={words.queue} why={why} tip={words.queueHint} {...send} />}
    </>
  );
}

interface FootButtonProps extends ButtonProps {
  icon: LucideIcon;
  label: string;
  tip: string;
  keys: string;
  /** Why it cannot be used now: its name then, too, which assistive technology reads. */
  why?: string | null;
  filled?: boolean;
}

/** Named by its label, which a narrow composer leaves to the tooltip. */
function FootButton({ icon: Icon, label, tip, keys, why = null, filled = false, ...rest }: FootButtonProps) {
  return (
    <Tip label={why ?? tip} shortcut={keys}>
      <Button
        size="small"
        aria-label={why ?? label}
        className="min-w-7 px-1.5 disabled:bg-hover disabled:text-ink-3 disabled:opacity-100 @min-[38rem]/foot:px-2.5"
        {...rest}
      >
        <Icon className={classes('shrink-0', filled ? 'size-3 fill-current' : 'size-4')} strokeWidth={2} aria-hidden />
        <span className={footerLabelClass}>{label}</span>
      </Button>
    </Tip>
  );
}
