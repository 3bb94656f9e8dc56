// A secret that the user copies or writes down, such as a recovery code.

import type { ReactNode } from 'react';
import { CopyButton } from './CopyButton.tsx';
import { classes } from './classes.ts';

interface ShownSecretProps {
  /** Accessible name. */
  label: string;
  /** Null until it is there. */
  text: string | null;
  copy: string;
  className?: string;
  /** Default: the text itself. */
  children?: ReactNode;
}

export function ShownSecret({ label, text, copy, className, children }: ShownSecretProps) {
  return (
    <div className="flex items-center gap-2 rounded-m border border-line bg-sunk px-3 py-2">
      <output aria-label={label} className={classes('min-w-0 flex-1 select-all break-words font-mono', className)}>
        {children ?? text ?? '…'}
      </output>
      {text !== null && <CopyButton text={() => text} label={copy} />}
    </div>
  );
}
