// A button for a finger that acts only after it was held for a second, for what a slip must not do. Holding Enter or Space
// does the same. Assistive software that can only click clicks twice; the label asks for the second.

import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';

/** Steps, so that its progress shows even where nothing moves. */
const steps = 4;
const stepMs = 250;
/** How long the first click counts. */
const armedMs = 6000;

interface HoldButtonProps {
  /** `tap`: after a press that was too short. `again`: after a first click without a press. */
  labels: { rest: string; tap: string; again: string };
  disabled: boolean;
  className?: string;
  onHold: () => void;
}

export function HoldButton({ labels, disabled, className, onHold }: HoldButtonProps) {
  const [step, setStep] = useState(0);
  const [hint, setHint] = useState<'tap' | 'again' | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasPressed = useRef(false);
  const act = useRef(onHold);
  act.current = onHold;

  const release = (): void => {
    clearTimeout(timer.current);
    setStep(0);
  };
  const advance = (next: number): void => {
    setStep(next);
    timer.current = setTimeout(() => {
      if (next < steps) return advance(next + 1);
      release();
      act.current();
    }, stepMs);
  };
  const press = (): void => {
    if (disabled) return;
    wasPressed.current = true;
    clearTimeout(timer.current);
    advance(1);
  };
  const onClick = (): void => {
    // The end of a press, which was too short or has acted.
    const isPress = wasPressed.current;
    wasPressed.current = false;
    if (disabled) return;
    if (hint === 'again' && !isPress) onHold();
    setHint(isPress ? 'tap' : hint === 'again' ? null : 'again');
  };
  useEffect(() => {
    if (hint === null) return;
    const end = setTimeout(() => setHint(null), armedMs);
    return () => clearTimeout(end);
  }, [hint]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const isKey = ({ key }: { key: string }): boolean => key === 'Enter' || key === ' ';
  return (
    <button
      type="button"
      aria-disabled={disabled}
      data-hold={step > 0 ? 'held' : ''}
      onClick={onClick}
      onPointerDown={({ button, isPrimary }: PointerEvent) => button === 0 && isPrimary && press()}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerLeave={release}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isKey(event)) return;
        event.preventDefault();
        if (!event.repeat) press();
      }}
      onKeyUp={(event) => {
        if (!isKey(event)) return;
        event.preventDefault();
        release();
        wasPressed.current = false;
      }}
      onBlur={release}
      className={classes(
        'relative inline-flex h-8 shrink-0 select-none items-center justify-center overflow-hidden rounded-m border border-fail-line bg-over px-3 font-strong text-fail text-ui [-webkit-touch-callout:none] aria-disabled:opacity-50',
        className,
      )}
    >
      <span
        aria-hidden
        className="absolute inset-0 origin-left bg-fail-soft transition-transform ease-linear"
        style={{ transform: `scaleX(${step / steps})`, transitionDuration: step === 0 ? '0ms' : `${stepMs}ms` }}
      />
      <span className="relative">{labels[hint ?? 'rest']}</span>
    </button>
  );
}
