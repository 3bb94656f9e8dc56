// Explains on a device why something is missing: what it may do, and where to change that.

import { Smartphone } from 'lucide-react';
import { useApp } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { remoteWords } from './words.ts';

export function DeviceLine({ className }: { className?: string }) {
  const right = useApp(({ device }) => device?.right);
  if (right === undefined) return null;
  return (
    <p data-device-line className={classes('flex min-w-0 gap-2 text-ink-2 text-ui', className)}>
      <Smartphone className="mt-0.5 size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
      <span className="min-w-0">
        {strings.sentences.beside([remoteWords.device.may[right], remoteWords.device.change])}
      </span>
    </p>
  );
}

/** In the place of the settings that a device cannot change. */
export function ReadOnlyLine() {
  return (
    <p data-device-line className="mb-4 flex min-w-0 gap-2 rounded-m bg-sunk px-3 py-2 text-ink-2 text-ui">
      <Smartphone className="mt-0.5 size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
      <span className="min-w-0">{remoteWords.device.readOnly}</span>
    </p>
  );
}
