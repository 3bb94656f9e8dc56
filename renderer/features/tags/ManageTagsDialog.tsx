// Renames and deletes tags in every conversation. Both can be undone, and stopped while they run.

import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  cleanTag,
  countTags,
  hasTags,
  isTag,
  maxTagLength,
  type TagCount,
  tagKey,
} from '../../../shared/features/tags/tag.ts';
import type { DialogProps } from '../../core/feature.ts';
import { useApp, useSession } from '../../core/state/context.tsx';
import { locale } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { isFocusLost } from '../../ui/focus.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { RenameField } from '../../ui/RenameField.tsx';
import { changeTags } from './changeTags.ts';
import { TagDot } from './TagDot.tsx';
import { tagWords as words } from './words.ts';

export function ManageTagsDialog({ onClose }: DialogProps<'manageTags'>) {
  const conversations = useApp((snapshot) => snapshot.conversations);
  const tags = useMemo(() => countTags(conversations, locale), [conversations]);
  const { progress, stop, rename, remove, problem } = useTagEdits();
  const [editing, setEditing] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const done = useRef<HTMLButtonElement>(null);
  const buttonOf = (key: string): HTMLElement | null =>
    list.current?.querySelector<HTMLElement>(`[data-tag="${CSS.escape(key)}"] button`) ?? null;
  /** The row's button, after the field that replaced it. */
  const returnFocus = (key: string): void => {
    requestAnimationFrame(() => buttonOf(key)?.focus());
  };
  /** The row that takes the focus when the changed one disappears. */
  const heir = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row with the focus may be gone
  useEffect(() => {
    if (heir.current === null || progress) return;
    // A dialog takes the focus of an element that is removed.
    if (!isFocusLost() && !document.activeElement?.matches('[role="dialog"]')) return;
    (buttonOf(heir.current) ?? done.current)?.focus();
  }, [tags, progress]);
  return (
    <Modal title={words.manageTitle} onClose={onClose} className="max-w-[440px]">
      <div className="flex min-h-0 flex-col p-5 pt-4">
        {tags.length === 0 && <p className="text-ink-3 text-ui">{words.manageNone}</p>}
        <ul ref={list} aria-label={words.list} className="max-h-80 overflow-y-auto">
          {tags.map((tag, at) => (
            <li key={tag.key} data-tag={tag.key} className="flex h-9 items-center gap-2 rounded-s px-2 hover:bg-hover">
              <TagDot tag={tag.name} />
              {editing === tag.key ? (
                <RenameField
                  label={words.renameField}
                  value={tag.name}
                  className="flex-1"
                  onCancel={(byKey) => {
                    setEditing(null);
                    if (byKey) returnFocus(tag.key);
                  }}
                  onSave={(next, byKey) => {
                    setEditing(null);
                    if (byKey) returnFocus(tag.key);
                    heir.current = byKey ? tagKey(cleanTag(next)) : null;
                    rename(tag, next);
                  }}
                />
              ) : (
                <>
                  <span className="min-w-0 flex-1 truncate text-ui" dir="auto">
                    {tag.name}
                  </span>
                  <span className="tabular shrink-0 text-ink-3 text-small">{words.uses(tag.count)}</span>
                  <IconButton
                    icon={Pencil}
                    size="small"
                    label={words.rename(tag.name)}
                    aria-disabled={progress !== null}
                    onClick={() => progress === null && setEditing(tag.key)}
                  />
                  <IconButton
                    icon={Trash2}
                    size="small"
                    label={words.remove(tag.name)}
                    aria-disabled={progress !== null}
                    onClick={() => {
                      if (progress !== null) return;
                      heir.current = (tags[at + 1] ?? tags[at - 1])?.key ?? '';
                      remove(tag);
                    }}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
        <p role="status" className="mt-2 min-h-5 text-fail text-small empty:hidden">
          {problem}
        </p>
        <div className="mt-3 flex items-center justify-end gap-2">
          {progress && (
            <>
              <span role="status" className="tabular flex-1 text-ink-3 text-small">
                {words.changing(progress.done, progress.of)}
              </span>
              <Button onClick={stop}>{words.stop}</Button>
            </>
          )}
          <Button ref={done} tone="primary" onClick={onClose}>
            {words.done}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

interface Progress {
  done: number;
  of: number;
}

/** One change at a time; continues after the dialog has closed. */
function useTagEdits() {
  const session = useSession();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [problem, setProblem] = useState('');
  const stopper = useRef<AbortController | null>(null);
  const isOpen = useRef(true);
  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );

  async function change({ name, key }: TagCount, next: string | null): Promise<void> {
    const rows = session.app.store.getState().snapshot?.conversations ?? [];
    const ids = rows.filter((row) => hasTags(row, [key])).map(({ id }) => id);
    const controller = new AbortController();
    stopper.current = controller;
    setProblem('');
    setProgress({ done: 0, of: ids.length });
    // Also other spellings, which are the same tag.
    const edit = { ids, remove: [name], ...(next === null ? {} : { add: [next] }) };
    await changeTags(session, edit, {
      message: (count) => (next === null ? words.removed(name, count) : words.renamed(name, next, count)),
      onProgress: (done) => isOpen.current && setProgress({ done, of: ids.length }),
      signal: controller.signal,
    });
    if (isOpen.current) setProgress(null);
  }

  return {
    progress,
    problem,
    stop: () => stopper.current?.abort(),
    remove: (tag: TagCount) => void change(tag, null),
    rename(tag: TagCount, typed: string) {
      const next = cleanTag(typed);
      if (isTag(next)) void change(tag, next);
      else setProblem(words.tooLong(maxTagLength));
    },
  };
}
