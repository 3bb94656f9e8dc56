// Completions above the field, so that they do not cover the draft. The field keeps the focus and handles the keys.

import type { LucideIcon } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { strings } from '../../../../core/strings.ts';
import { classes } from '../../../../ui/classes.ts';
import { caretPosition } from './fieldText.ts';

export const surface = 'absolute bottom-full z-30 mb-1 rounded-l border border-line bg-over shadow-menu';

export interface CompletionOption {
  /** Unique in the list. */
  key: string;
  icon: LucideIcon;
  /** Accessible name, also the tooltip for truncated text. */
  label: string;
  /** Left and right parts of the row. */
  name: ReactNode;
  detail?: ReactNode;
  /** Heading above the first option of a group. */
  group?: string | undefined;
}

interface CompletionListProps {
  id: string;
  label: string;
  field: RefObject<HTMLTextAreaElement | null>;
  options: readonly CompletionOption[];
  chosen: number;
  /** Text position to align with; null: as wide as the field. */
  at: number | null;
  /** Shown if there are no matches; null: nothing is shown. */
  nothing: string | null;
  /** Shown below all options. */
  foot?: ReactNode;
  onChoose: (index: number) => void;
  onTake: (index: number) => void;
}

const width = 420;

/** Must be inside a positioned box that also contains the field. */
export function CompletionList(props: CompletionListProps) {
  const { id, label, field, options, chosen, at, nothing, foot } = props;
  const [left, setLeft] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const open = options.length > 0 || nothing !== null;

  useLayoutEffect(() => {
    const element = field.current;
    const around = element?.offsetParent;
    if (!open || at === null || !element || !(around instanceof HTMLElement)) return;
    const caret = caretPosition(element, at);
    setLeft(Math.max(0, Math.min(element.offsetLeft + caret.left - 12, around.clientWidth - width)));
  }, [open, at, field]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection changed
  useLayoutEffect(() => {
    const option = box.current?.querySelector('[aria-selected="true"]');
    // Scrolls the heading above the first option into view, too.
    (chosen === 0 ? box.current : option)?.scrollIntoView({ block: 'nearest' });
    if (chosen === 0 && box.current) box.current.scrollTop = 0;
  }, [chosen, options]);

  // ARIA attributes of the field while the list is open.
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || options.length === 0) return;
    element.setAttribute('aria-controls', id);
    element.setAttribute('aria-activedescendant', `${id}-${chosen}`);
    return () => {
      element.removeAttribute('aria-controls');
      element.removeAttribute('aria-activedescendant');
    };
  }, [field, id, options, chosen]);

  const place = at === null ? { left: 0, right: 0 } : { left, width: `min(${width}px, 100%)` };
  return (
    <>
      <span className="sr-only" role="status">
        {nothing ?? (options.length > 0 ? strings.files.found(options.length) : '')}
      </span>
      {options.length === 0 && nothing !== null && (
        <div style={{ left: place.left }} className={classes(surface, 'px-3 py-2 text-ink-3 text-ui')}>
          <p aria-hidden>{nothing}</p>
          {foot}
        </div>
      )}
      {options.length > 0 && (
        // Keeps the focus in the field.
        // biome-ignore lint/a11y/noStaticElementInteractions: only prevents focus changes
        <div style={place} className={surface} onMouseDown={(event) => event.preventDefault()}>
          <div ref={box} id={id} role="listbox" aria-label={label} className="max-h-72 overflow-y-auto p-1">
            {options.map((option, index) => (
              <Option key={option.key} {...props} option={option} index={index} isChosen={index === chosen} />
            ))}
          </div>
          {foot}
        </div>
      )}
    </>
  );
}

interface OptionProps extends Pick<CompletionListProps, 'id' | 'onChoose' | 'onTake'> {
  option: CompletionOption;
  index: number;
  isChosen: boolean;
}

function Option({ id, option, index, isChosen, onChoose, onTake }: OptionProps) {
  const { icon: Icon, label, name, detail: beside, group } = option;
  return (
    <>
      {group !== undefined && (
        <div role="presentation" className="px-2 pt-2 pb-1 text-ink-3 text-small first:pt-1">
          {group}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field handles keys */}
      <div
        id={`${id}-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={isChosen}
        aria-label={label}
        title={label}
        onMouseMove={() => !isChosen && onChoose(index)}
        onClick={() => onTake(index)}
        className={classes('flex h-8 cursor-default items-center gap-2 rounded-m px-2 text-ui', isChosen && 'bg-hover')}
      >
        <Icon className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
        {name}
        {beside}
      </div>
    </>
  );
}
