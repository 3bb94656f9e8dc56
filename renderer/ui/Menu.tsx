// Menus. A row has a label and optionally an icon, a shortcut or a description.

import { Check, ChevronRight, Ellipsis, type LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import {
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Need } from '../../shared/features/remote/needs.ts';
import { classes } from './classes.ts';
import { Kbd } from './Kbd.tsx';
import { useFocusAfterClose } from './useFocusReturn.ts';

export interface MenuProps {
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom';
  className?: string;
  /** Opens on mount. */
  defaultOpen?: boolean;
  /** Focus target after a choice; otherwise the trigger. */
  onChosen?: () => void;
  /** Opened at the pointer, so the trigger is only an anchor. */
  pointed?: MenuAnchor;
  /** Digits select the rows that show them. */
  digits?: boolean;
}

const surface = classes(
  'layer z-50 max-h-[min(480px,var(--radix-dropdown-menu-content-available-height))] min-w-48 max-w-[min(360px,calc(100vw-16px))]',
  'overflow-y-auto rounded-l border border-line bg-over p-1 shadow-menu',
);

interface MenuAnchor {
  label: string;
  /** Viewport pixels. */
  x: number;
  y: number;
  /** Has an id, and receives the focus when the menu closes. */
  home: HTMLElement;
  /** Opened by keyboard: start at the first item. */
  byKeys: boolean;
  onClosed: () => void;
}

/** Runs the chosen item's action after the menu closes, instead of restoring the focus to the trigger. */
const AfterContext = createContext<RefObject<(() => void) | null> | null>(null);

/** Names the dialog above the page; null: none. */
export const DialogAbove = createContext<string | null>(null);

export function Menu({
  trigger,
  children,
  align = 'start',
  side = 'bottom',
  className,
  defaultOpen = false,
  onChosen,
  pointed,
  digits = false,
}: MenuProps) {
  const chosen = useRef(false);
  const after = useRef<(() => void) | null>(null);
  const [open, setOpen] = useState(defaultOpen);
  // A dialog opened by shortcut is above everything; close menus behind it.
  const dialog = useContext(DialogAbove);
  const covered = useRef(false);
  useEffect(() => {
    covered.current = dialog !== null;
    if (dialog !== null) setOpen(false);
  }, [dialog]);
  const moveFocus = useFocusAfterClose(open, (event) => {
    if (chosen.current && onChosen) {
      event.preventDefault();
      onChosen();
    } else if (pointed) {
      event.preventDefault();
      pointed.home.focus({ preventScroll: true });
    }
  });
  const release = useReleaseGuard(pointed);
  return (
    <DropdownMenu.Root open={open} onOpenChange={setOpen}>
      <DropdownMenu.Trigger asChild onPointerDown={release.onPress}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          ref={pointed?.byKeys ? toFirst : undefined}
          align={align}
          side={side}
          sideOffset={pointed ? 2 : 4}
          collisionPadding={8}
          onClick={() => {
            chosen.current = true;
          }}
          {...release.content}
          onKeyDown={digits ? chooseByDigit : undefined}
          onCloseAutoFocus={(event) => {
            // The dialog manages the focus.
            const run = after.current;
            after.current = null;
            if (covered.current) event.preventDefault();
            else if (run) {
              event.preventDefault();
              run();
            } else moveFocus(event);
            chosen.current = false;
            pointed?.onClosed();
          }}
          {...(pointed && { 'aria-label': pointed.label, 'aria-labelledby': undefined, 'data-home': pointed.home.id })}
          className={classes(surface, className)}
        >
          <AfterContext value={after}>{children}</AfterContext>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Pixels that a hand moves during a click. */
const tolerance = 8;

interface Point {
  x: number;
  y: number;
}

/**
 * A menu opens on press, and releasing over a row chooses that row. A menu may cover the pointer, for example when it
 * grows before it is positioned again, so releasing where the press was chooses nothing. `pressedAt`: for a menu that
 * opens at the pointer.
 */
function useReleaseGuard(pressedAt: Point | undefined): {
  onPress: (event: PointerEvent) => void;
  /** Props for the menu's content. */
  content: {
    onPointerDownCapture: () => void;
    onPointerUpCapture: (event: PointerEvent) => void;
  };
} {
  const pressed = useRef<Point | null>(pressedAt ?? null);
  return {
    onPress({ clientX, clientY }) {
      pressed.current = { x: clientX, y: clientY };
    },
    content: {
      onPointerDownCapture() {
        pressed.current = null;
      },
      onPointerUpCapture(event) {
        const from = pressed.current;
        pressed.current = null;
        if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) < tolerance) event.preventDefault();
      },
    },
  };
}

function chooseByDigit(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !/^[1-9]$/.test(event.key)) return;
  event.currentTarget.querySelector<HTMLElement>(`[data-digit="${event.key}"]`)?.click();
}

/** Runs after the menu has focused itself. */
function toFirst(menu: HTMLElement | null): void {
  if (menu) requestAnimationFrame(() => menu.querySelector<HTMLElement>('[role^="menuitem"]')?.focus());
}

const row =
  'flex items-center gap-2 rounded-s px-2 py-1.5 text-ui outline-none select-none data-[highlighted]:bg-hover';

export interface MenuItemProps {
  icon?: LucideIcon;
  label: string;
  /** Description on a second line. */
  hint?: string;
  tone?: 'normal' | 'danger';
  /** Accessible name, if the label alone is not enough. */
  name?: string;
  onSelect: () => void;
  /** The action moves the focus, so it runs after the menu closes. */
  moves?: boolean;
  /** The equivalent shortcut, from `useKeys`. */
  keys?: string | undefined;
  /** The method that it leads to: on a device that may not call it, the row is not shown. */
  needs?: Need | undefined;
}

export function MenuItem({ icon: Icon, label, hint, tone, name, onSelect, moves = false, keys, needs }: MenuItemProps) {
  const after = useContext(AfterContext);
  const select = (): void => {
    if (moves && after) after.current = onSelect;
    else onSelect();
  };
  return (
    <DropdownMenu.Item
      onSelect={select}
      aria-label={name}
      data-needs={needs}
      className={classes(row, tone === 'danger' && 'text-fail')}
    >
      {Icon && <Icon className="size-4 shrink-0 self-start mt-0.5 text-ink-3" strokeWidth={1.75} aria-hidden />}
      <MenuText label={label} hint={hint} />
      {keys && <Kbd keys={keys} />}
    </DropdownMenu.Item>
  );
}

export interface MenuChoiceProps {
  label: string;
  hint?: string | undefined;
  chosen: boolean;
  icon?: LucideIcon;
  /** Icon color, never the only cue. */
  tone?: string;
  /** If the menu supports digits. */
  digit?: number;
  /** For several choices: the menu stays open. */
  keepsOpen?: boolean;
  onSelect: () => void;
}

export function MenuChoice({
  label,
  hint,
  chosen,
  icon: Icon,
  tone = '',
  digit,
  keepsOpen,
  onSelect,
}: MenuChoiceProps) {
  return (
    <DropdownMenu.CheckboxItem
      checked={chosen}
      onSelect={(event) => {
        if (keepsOpen) event.preventDefault();
        onSelect();
      }}
      data-digit={digit}
      aria-keyshortcuts={digit === undefined ? undefined : String(digit)}
      className={classes(row, 'items-start')}
    >
      <span className="mt-0.5 flex size-4 shrink-0 items-center justify-center">
        {chosen && <Check className="size-4 text-accent" strokeWidth={2} aria-hidden />}
      </span>
      {Icon && <Icon className={classes('mt-0.5 size-4 shrink-0', tone)} strokeWidth={1.75} aria-hidden />}
      <MenuText label={label} hint={hint} />
      {digit !== undefined && (
        <span className="tabular mt-0.5 text-ink-3 text-small" aria-hidden>
          {digit}
        </span>
      )}
    </DropdownMenu.CheckboxItem>
  );
}

function MenuText({ label, hint }: { label: string; hint: string | undefined }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="block truncate">{label}</span>
      {hint && <span className="block text-small text-ink-3">{hint}</span>}
    </span>
  );
}

/** A submenu with the remaining items. */
export function MoreSubmenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className={classes(row, 'data-[state=open]:bg-hover')}>
        <Ellipsis className="mt-0.5 size-4 shrink-0 self-start text-ink-3" strokeWidth={1.75} aria-hidden />
        <MenuText label={label} hint={undefined} />
        <ChevronRight className="size-3.5 shrink-0 text-ink-3" aria-hidden />
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal>
        <DropdownMenu.SubContent collisionPadding={8} sideOffset={2} alignOffset={-5} className={surface}>
          {children}
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}

export function MenuHeading({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-2 pt-1.5 pb-1 text-small text-ink-3">{children}</DropdownMenu.Label>;
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}
