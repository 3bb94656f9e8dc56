// The paths that fit what is typed after `@`, above the place where it is typed. The field keeps the focus.

import { File, Folder } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { strings } from '../../strings.ts';
import { classes } from '../../ui/classes.ts';
import { caretPlace } from './caretPlace.ts';
import type { MentionList } from './useMention.ts';

const width = 420;

export interface MentionPopupProps {
  list: MentionList;
  id: string;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Stands in a box that the field is in too. */
export function MentionPopup({ list, id, field }: MentionPopupProps) {
  const { options, chosen, start } = list;
  const [place, setPlace] = useState({ left: 0, bottom: 0 });
  const box = useRef<HTMLDivElement>(null);
  const open = options.length > 0;

  useLayoutEffect(() => {
    const element = field.current;
    const around = element?.offsetParent;
    if (!open || !element || !(around instanceof HTMLElement)) return;
    const caret = caretPlace(element, start);
    const left = Math.min(element.offsetLeft + caret.left - 12, around.clientWidth - width);
    setPlace({ left: Math.max(0, left), bottom: around.clientHeight - element.offsetTop - caret.top + 4 });
  }, [open, start, field]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another one was chosen
  useLayoutEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, options]);

  return (
    <>
      <span className="sr-only" role="status">
        {open ? strings.mention.found(options.length) : ''}
      </span>
      {open && (
        <div
          ref={box}
          id={id}
          role="listbox"
          aria-label={strings.mention.list}
          style={{ ...place, width: `min(${width}px, 100%)` }}
          className="absolute z-30 max-h-72 overflow-y-auto rounded-l border border-line bg-over p-1 shadow-menu"
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
