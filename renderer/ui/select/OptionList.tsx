// The list of a select or combobox. The field keeps the focus and handles the keys. The list is in the top layer but stays
// where its field is in the document, so a dialog's focus trap and scroll lock include it.

import { Check } from 'lucide-react';
import { memo, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { classes } from '../classes.ts';
import { notePressWithList } from '../isComposing.ts';
import { visibleText } from '../visibleText.ts';
import { type ListOption, placePopup } from './listKeys.ts';

interface OptionListProps {
  id: string;
  /** Accessible name. */
  label: string | undefined;
  /** Element that names the list, if `label` does not. */
  labelledBy: string | undefined;
  field: RefObject<HTMLElement | null>;
  options: readonly ListOption[];
  /** Highlighted by the keyboard or pointer; -1: none. */
  active: number;
  /** The value in effect, marked with a check. */
  value: string;
  onActive: (index: number) => void;
  onPick: (index: number) => void;
  /** The field is out of sight. */
  onClose: () => void;
}

export function OptionList(props: OptionListProps) {
  const { id, label, labelledBy, field, options, active, value } = props;
  const list = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;

  useLayoutEffect(() => {
    const element = list.current;
    field.current?.scrollIntoView({ block: 'nearest' });
    element?.showPopover?.();
    document.addEventListener('pointerdown', notePressWithList, true);
    return () => {
      element?.hidePopover?.();
      document.removeEventListener('pointerdown', notePressWithList, true);
    };
  }, [field]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other options have another size
  useLayoutEffect(() => {
    if (!field.current || !list.current) return;
    return follow(field.current, list.current);
  }, [field, options]);

  useEffect(() => {
    if (!field.current) return;
    // A field that was focused just now may still scroll into view.
    let wasSeen = false;
    let isMovedByUser = false;
    const onMove = (): void => {
      isMovedByUser = true;
    };
    const moves = ['wheel', 'touchmove', 'pointerdown'] as const;
    for (const name of moves) document.addEventListener(name, onMove, { capture: true, passive: true });
    const observer = new IntersectionObserver((entries) => {
      wasSeen ||= entries.some(({ isIntersecting }) => isIntersecting);
      if (!wasSeen || entries.at(-1)?.isIntersecting) return;
      // Something above it was loaded just now and has pushed it out of sight.
      if (isMovedByUser) latest.current.onClose();
      else field.current?.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(field.current);
    return () => {
      observer.disconnect();
      for (const name of moves) document.removeEventListener(name, onMove, true);
    };
  }, [field]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other options move the active one
  useLayoutEffect(() => {
    list.current?.querySelector('[data-highlighted]')?.scrollIntoView({ block: 'nearest' });
  }, [active, options]);

  // The keys and the pointer reach the list through stable callbacks, so that a long list does not render again.
  const handlers = useRef({
    onActive: (index: number) => latest.current.onActive(index),
    onPick: (index: number) => latest.current.onPick(index),
  }).current;

  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      popover="manual"
      tabIndex={-1}
      aria-label={label}
      aria-labelledby={labelledBy}
      onMouseDown={(event) => event.preventDefault()}
      className="layer fixed inset-auto z-50 m-0 max-w-[min(30rem,calc(100vw-16px))] overflow-y-auto overscroll-contain rounded-l border border-line bg-over p-1 text-ink shadow-menu"
    >
      {groupsOf(options).map(({ name, from, items }) => {
        const rows = items.map((option, index) => (
          <OptionRow
            key={option.value}
            id={`${id}-${from + index}`}
            index={from + index}
            label={option.label}
            hint={option.hint}
            disabled={option.disabled ?? false}
            isActive={from + index === active}
            isChosen={option.value === value}
            {...handlers}
          />
        ));
        if (name === undefined) return rows;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox
          <div key={name} role="group" aria-label={name} className="not-first:pt-1">
            <p role="presentation" className="truncate px-2 pt-1 pb-0.5 text-ink-3 text-small">
              {name}
            </p>
            {rows}
          </div>
        );
      })}
    </div>
  );
}

interface OptionRowProps {
  id: string;
  index: number;
  label: string;
  hint: string | undefined;
  disabled: boolean;
  isActive: boolean;
  isChosen: boolean;
  onActive: (index: number) => void;
  onPick: (index: number) => void;
}

const OptionRow = memo(function OptionRow(props: OptionRowProps) {
  const { id, index, label, hint, disabled, isActive, isChosen, onActive, onPick } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={disabled || undefined}
      data-highlighted={isActive ? '' : undefined}
      onPointerMove={() => !isActive && !disabled && onActive(index)}
      onClick={() => !disabled && onPick(index)}
      className={classes(
        'flex h-7.5 cursor-default select-none items-center gap-2 rounded-s px-2 text-ui',
        // A list of thousands lays out only what is visible.
        '[contain-intrinsic-height:1.875rem] [content-visibility:auto]',
        isActive && 'bg-hover',
        disabled && 'opacity-50',
      )}
    >
      <span className="min-w-0 flex-1 truncate" title={label.length > longLabel ? visibleText(label) : undefined}>
        {visibleText(label)}
      </span>
      {hint && <span className="tabular max-w-1/2 shrink-0 truncate text-ink-3 text-small">{visibleText(hint)}</span>}
      <Check className={classes('size-4 shrink-0 text-accent', !isChosen && 'invisible')} strokeWidth={2} aria-hidden />
    </div>
  );
});

/** Characters of a label that may be cut. */
const longLabel = 40;

interface OptionGroup {
  name: string | undefined;
  /** Index of the first item. */
  from: number;
  items: ListOption[];
}

function groupsOf(options: readonly ListOption[]): OptionGroup[] {
  const groups: OptionGroup[] = [];
  options.forEach((option, index) => {
    const last = groups.at(-1);
    if (last && last.name === option.group) last.items.push(option);
    else groups.push({ name: option.group, from: index, items: [option] });
  });
  return groups;
}

/** Keeps the list at its field, which scrolling, resizing or other content may move. Returns a function that stops. */
function follow(field: HTMLElement, list: HTMLElement): () => void {
  let placedAt = '';
  let frame = 0;
  const look = (): void => {
    const { left, top, width, height } = field.getBoundingClientRect();
    const place = [left, top, width, height, window.innerWidth, window.innerHeight].join(' ');
    if (place !== placedAt) putNextTo(field, list);
    placedAt = place;
    frame = requestAnimationFrame(look);
  };
  look();
  return () => cancelAnimationFrame(frame);
}

function putNextTo(field: HTMLElement, list: HTMLElement): void {
  const box = field.getBoundingClientRect();
  const { style } = list;
  style.minWidth = `${box.width}px`;
  const size = { width: list.offsetWidth, height: list.scrollHeight + 2 };
  const place = placePopup(box, size, { width: window.innerWidth, height: window.innerHeight });
  style.left = `${place.left}px`;
  style.top = place.top === null ? 'auto' : `${place.top}px`;
  style.bottom = place.bottom === null ? 'auto' : `${place.bottom}px`;
  style.maxHeight = `${place.maxHeight}px`;
}
