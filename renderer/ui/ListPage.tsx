// A settings page with a list: introduction, error, loading and empty states, groups of rows, and the buttons below.

import { ChevronRight, type LucideIcon, Plus, TriangleAlert } from 'lucide-react';
import { type ButtonHTMLAttributes, type ReactNode, type Ref, type RefObject, useEffect, useId, useRef } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import { classes } from './classes.ts';
import { VisibleText } from './VisibleText.tsx';

interface ListPageProps {
  ref?: Ref<HTMLDivElement>;
  intro: string;
  hint?: string;
  error?: string | null | undefined;
  /** Shown until the list arrives. */
  loading?: string | false;
  children: ReactNode;
}

export function ListPage({ ref, intro, hint, error, loading, children }: ListPageProps) {
  return (
    <div ref={ref} className="grid grid-cols-1 gap-5 text-ui">
      <div>
        <p className="text-ink-2">{intro}</p>
        {hint && <p className="mt-1 text-ink-3">{hint}</p>}
      </div>
      <ErrorLine error={error} />
      {loading && <p className="text-ink-3">{loading}</p>}
      {children}
    </div>
  );
}

interface ErrorLineProps {
  error: string | null | undefined;
  id?: string;
  small?: boolean;
  className?: string;
}

export function ErrorLine({ error, id, small = false, className }: ErrorLineProps) {
  if (!error) return null;
  return (
    <p id={id} role="alert" className={classes('wrap-anywhere text-fail', small ? 'text-small' : 'text-ui', className)}>
      {error}
    </p>
  );
}

/** Rows with lines between them. */
export const rowsClasses = 'divide-y divide-line border-line border-y empty:hidden';

interface ItemGroupProps {
  title: string;
  hint?: string | undefined;
  /** More about the group, below the hint. */
  about?: ReactNode;
  /** The rows, as list items. */
  children: ReactNode;
}

export function ItemGroup({ title, hint, about, children }: ItemGroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h4 id={id} className="wrap-anywhere font-strong text-ui">
        <VisibleText text={title} />
      </h4>
      {hint && <p className="wrap-anywhere text-ink-3 text-small">{hint}</p>}
      {about}
      <ul className={classes('mt-1.5', rowsClasses)}>{children}</ul>
    </section>
  );
}

interface OpenRowProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: LucideIcon;
  /** If the icon shows something that the text doesn't. */
  iconLabel?: string;
  /** At the end of the row. */
  state?: ReactNode;
  /** A menu follows the row. */
  hasMenu?: boolean;
  /** For the focus on return: see `useOpenerFocus`. */
  opens: string;
  [data: `data-${string}`]: string | undefined;
}

/** A row that opens its item in place of the list. */
export function OpenRow({ icon: Icon, iconLabel, state, hasMenu = false, opens, children, ...rest }: OpenRowProps) {
  return (
    <button
      type="button"
      data-opens={opens}
      className="flex w-full min-w-0 flex-1 items-start gap-2.5 rounded-m px-2 py-2 text-left text-ui hover:bg-hover focus-visible:-outline-offset-2"
      {...rest}
    >
      <Icon
        className="mt-0.5 size-4 shrink-0 text-ink-3"
        strokeWidth={1.75}
        {...(iconLabel === undefined ? { 'aria-hidden': true } : { 'aria-label': iconLabel })}
      />
      <span className="min-w-0 flex-1">{children}</span>
      {!hasMenu && (
        <span className="flex h-5 shrink-0 items-center gap-1.5">
          {state}
          <ChevronRight className="size-3.5 text-ink-3" aria-hidden />
        </span>
      )}
    </button>
  );
}

/** An item's state as icon and text, never by color alone. */
export function StateMark({ icon: Icon, tone, text }: { icon: LucideIcon; tone: string; text: string }) {
  return (
    <span className={classes('flex h-5 shrink-0 items-center gap-1 text-small', tone)}>
      <Icon className="size-3.5 shrink-0" strokeWidth={2} aria-hidden />
      {text}
    </span>
  );
}

/** A button that opens the form of a new item. `opens`: if the page has several. */
export function AddButton({ opens = 'new', children, ...rest }: ButtonProps & { opens?: string }) {
  return (
    <Button className="justify-self-start" data-opens={opens} {...rest}>
      <Plus className="size-4" strokeWidth={1.75} aria-hidden />
      {children}
    </Button>
  );
}

interface EmptyListProps {
  text: string;
  hint: string;
  /** A working example. */
  sample?: string;
  /** The button that opens the example as a new item. */
  action: string;
  onAction: () => void;
}

export function EmptyList({ text, hint, sample, action, onAction }: EmptyListProps) {
  return (
    <div className="rounded-l bg-soft px-4 py-3 text-ui">
      <p>{text}</p>
      <p className="mt-0.5 text-ink-3">{hint}</p>
      {sample && <p className="wrap-anywhere mt-2 font-mono text-code">{sample}</p>}
      <Button size="small" className="mt-2.5" onClick={onAction}>
        {action}
      </Button>
    </div>
  );
}

interface ProblemsProps {
  title: string;
  /** `place`: the file, and the line if known. */
  problems: readonly { place?: string; text: string }[];
}

/** Items that the list leaves out, and why. */
export function Problems({ title, problems }: ProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <section aria-label={title} className="flex gap-2.5 rounded-l bg-wait-soft px-3 py-2.5 text-ui">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-wait" strokeWidth={1.75} aria-hidden />
      <div className="min-w-0">
        <p className="font-strong">{title}</p>
        <ul className="mt-0.5 grid gap-1">
          {problems.map(({ place, text }) => (
            <li key={`${place} ${text}`} className="wrap-anywhere">
              {place && (
                <span className="block font-mono text-code text-ink-2">
                  <VisibleText text={place} />
                </span>
              )}
              <VisibleText text={text} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/**
 * Returns the focus to the row or button that opened a page in place of the list. `open`: the `data-opens` of that control;
 * null: the list is visible. If the row is gone, focuses the button for a new item.
 */
export function useOpenerFocus(open: string | null): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const opener = useRef<string | null>(null);
  useEffect(() => {
    if (open !== null) opener.current = open;
    else if (opener.current !== null) {
      const find = (name: string) => list.current?.querySelector<HTMLElement>(`[data-opens="${CSS.escape(name)}"]`);
      (find(opener.current) ?? find('new'))?.focus();
    }
  }, [open]);
  return list;
}
