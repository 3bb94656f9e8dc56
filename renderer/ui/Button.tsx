// Buttons. At most one primary per view.

import type { ButtonHTMLAttributes, Ref } from 'react';
import { classes } from './classes.ts';

type Tone = 'primary' | 'secondary' | 'ghost' | 'danger';

const tones: Record<Tone, string> = {
  primary: 'bg-accent text-accent-ink enabled:hover:bg-accent-hover',
  secondary: 'border border-line bg-over text-ink enabled:hover:bg-hover',
  ghost: 'text-ink-2 enabled:hover:bg-hover enabled:hover:text-ink',
  danger: 'bg-fail-fill text-fail-ink enabled:hover:brightness-95',
};

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  tone?: Tone;
  size?: 'normal' | 'small';
  ref?: Ref<HTMLButtonElement> | undefined;
}

export function Button({ tone = 'secondary', size = 'normal', className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={classes(
        'inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-m font-strong text-ui',
        'transition-colors duration-120 disabled:opacity-50',
        size === 'normal' ? 'h-8 px-3' : 'h-7 px-2.5',
        tones[tone],
        className,
      )}
      {...rest}
    />
  );
}
