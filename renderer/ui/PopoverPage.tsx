// Pages of a popover: each with its title, a way back, and its contents; and rows that lead to them.

import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { type ButtonHTMLAttributes, type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from './IconButton.tsx';

/** Id of the open page's title, which names the popover. */
export const popoverTitleId = 'popover-page-title';

interface PopoverPageProps {
  title: string;
  backLabel: string;
  onBack: () => void;
  /** Right of the title. */
  action?: ReactNode;
  children: ReactNode;
}

export function PopoverPage({ title, backLabel, onBack, action, children }: PopoverPageProps) {
  const page = useRef<HTMLElement>(null);
  // Unless the page has chosen a place of its own.
  useEffect(() => {
    if (!page.current?.contains(document.activeElement)) page.current?.focus();
  }, []);
  return (
    <section ref={page} tabIndex={-1} className="flex min-h-0 flex-col outline-none">
      <div className="flex h-10 shrink-0 items-center gap-1 border-line border-b px-1.5">
        <IconButton icon={ChevronLeft} label={backLabel} onClick={onBack} />
        <h2 id={popoverTitleId} className="min-w-0 flex-1 truncate font-strong text-ui">
          {title}
        </h2>
        {action && <span className="shrink-0 pr-1.5">{action}</span>}
      </div>
      {children}
    </section>
  );
}

interface PopoverRowProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'value'> {
  icon?: LucideIcon;
  label: string;
  /** The current choice on that page. */
  value?: string;
}

/** A button as wide as the popover: an action, or with a value the link to another page. */
export function PopoverRow({ icon: Icon, label, value, ...rest }: PopoverRowProps) {
  return (
    <button
      type="button"
      className="flex w-full items-center gap-2 rounded-s px-2 py-1.5 text-left text-ui hover:bg-hover focus-visible:bg-hover"
      {...rest}
    >
      {Icon && <Icon className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />}
      <span className="shrink-0">{label}</span>
      {value !== undefined && (
        <>
          <span className="min-w-0 flex-1 truncate text-right text-ink-3">{value}</span>
          <ChevronRight className="size-3.5 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
        </>
      )}
    </button>
  );
}
