// Icon-only button with an accessible name, shown with its shortcut on hover.

import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { classes } from './classes.ts';
import { Tip } from './Tip.tsx';

const tones = {
  quiet:
    'text-ink-3 enabled:hover:bg-hover enabled:hover:text-ink disabled:opacity-40 aria-disabled:opacity-40 aria-pressed:bg-hover aria-pressed:text-ink data-[state=open]:bg-hover',
  outline: 'border border-line text-ink enabled:hover:bg-hover',
  primary: 'bg-accent text-accent-ink enabled:hover:bg-accent-hover disabled:bg-hover disabled:text-ink-3',
} as const;
const sizes = { small: 'size-6', normal: 'size-7', large: 'size-8' } as const;

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  icon: LucideIcon;
  label: string;
  shortcut?: string | undefined;
  size?: keyof typeof sizes;
  tone?: keyof typeof tones;
  /** Fills the icon. */
  filled?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({
  icon: Icon,
  label,
  shortcut,
  size = 'normal',
  tone = 'quiet',
  filled = false,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tip label={label} shortcut={shortcut}>
      <button
        type="button"
        aria-label={label}
        className={classes(
          'inline-flex shrink-0 items-center justify-center rounded-m transition-colors duration-120',
          sizes[size],
          tones[tone],
          className,
        )}
        {...rest}
      >
        <Icon
          className={filled ? 'size-3 fill-current' : size === 'small' ? 'size-3.5' : 'size-4'}
          strokeWidth={tone === 'primary' ? 2.25 : 1.75}
          aria-hidden
        />
      </button>
    </Tip>
  );
}
