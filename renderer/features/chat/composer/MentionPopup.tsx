// The paths that fit what is typed after `@`, above the field, so that nothing of the draft is covered. The field keeps the
// focus.

import { File, Folder } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { strings } from '../../../core/strings.ts';
import { classes } from '../../../ui/classes.ts';
import type { MentionList } from './useMention.ts';

const width = 420;
const surface = 'absolute bottom-full z-30 mb-1 rounded-l border border-line bg-over shadow-menu';

export interface MentionPopupProps {
  list: MentionList;
  id: string;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Stands in a box that the field is in too. */
export function MentionPopup({ list, id, field }: MentionPopupProps) {
  const { options, chosen, start, nothing } = list;
  const [left, setLeft] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const open = options.length > 0 || nothing;

  useLayoutEffect(() => {
    const element = field.current;
    const around = element?.offsetParent;
    if (!open || !element || !(around instanceof HTMLElement)) return;
    const caret = caretPlace(element, start);
    setLeft(Math.max(0, Math.min(element.offsetLeft + caret.left - 12, around.clientWidth - width)));
  }, [open, start, field]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another one was chosen
  useLayoutEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, options]);

  return (
    <>
      <span className="sr-only" role="status">
        {nothing ? strings.mention.nothing : open ? strings.mention.found(options.length) : ''}
      </span>
      {nothing && (
        <p style={{ left }} className={classes(surface, 'px-3 py-2 text-ink-3 text-ui')} aria-hidden>
          {strings.mention.nothing}
        </p>
      )}
      {options.length > 0 && (
        <div
          ref={box}
          id={id}
          role="listbox"
          aria-label={strings.mention.list}
          style={{ left, width: `min(${width}px, 100%)` }}
          className={classes(surface, 'max-h-72 overflow-y-auto p-1')}
        >
          {options.map(({ path, kind }, index) => {
            const Icon = kind === 'folder' ? Folder : File;
            const at = path.lastIndexOf('/', path.length - 2) + 1;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
              <div
                key={path}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === chosen}
                aria-label={path}
                title={path}
                onMouseMove={() => index !== chosen && list.choose(index)}
                // Before the field loses the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => list.take(index)}
                className={classes(
                  'flex h-8 cursor-default items-center gap-2 rounded-m px-2 text-ui',
                  index === chosen && 'bg-hover',
                )}
              >
                <Icon className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
                <span className="min-w-0 max-w-[65%] shrink-0 truncate">{path.slice(at)}</span>
                <span className="min-w-0 flex-1 truncate text-right text-ink-3 text-small">{path.slice(0, at)}</span>
              </div>
            );
          })}
        </div>
      )}
    </>
  );
}

/**
 * Where a place of the text stands in a field of several lines, in pixels from the field's corner: a copy of the field is laid
 * out with a mark at that place, since a field does not tell.
 */
const copied = [
  'boxSizing',
  'width',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'fontStretch',
  'fontVariationSettings',
  'letterSpacing',
  'lineHeight',
  'tabSize',
  'textIndent',
  'wordSpacing',
] as const;

function caretPlace(field: HTMLTextAreaElement, position: number): { left: number; top: number } {
  const copy = document.createElement('div');
  const style = getComputedStyle(field);
  for (const name of copied) copy.style[name] = style[name];
  Object.assign(copy.style, {
    position: 'absolute',
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
    borderStyle: 'solid',
  });
  copy.textContent = field.value.slice(0, position);
  const mark = document.createElement('span');
  mark.textContent = '@';
  copy.append(mark);
  document.body.append(copy);
  const place = { left: mark.offsetLeft, top: Math.max(0, mark.offsetTop - field.scrollTop) };
  copy.remove();
  return place;
}
