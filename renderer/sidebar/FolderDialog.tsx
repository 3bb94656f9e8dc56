// Asks for a folder by its path, with the folders that the host finds as one types: arrows choose, Tab completes, Enter
// opens.

import { Folder } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useActions } from '../state/context.tsx';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Field, TextInput } from '../ui/Field.tsx';
import { isComposing } from '../ui/isComposing.ts';
import { Modal } from '../ui/Modal.tsx';

const words = strings.sidebar.folderDialog;

/** `onEnd` gets null when none was chosen. */
export function FolderDialog({ onEnd }: { onEnd: (path: string | null) => void }) {
  const [path, setPath] = useState('');
  const [chosen, setChosen] = useState(-1);
  const { folders, error } = useFolders(path);
  const listId = useId();
  const edit = (next: string): void => {
    setPath(next);
    setChosen(-1);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const target = (folders[chosen] ?? path).trim();
    if (target !== '') onEnd(target);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    const down = event.key === 'ArrowDown';
    if (down || event.key === 'ArrowUp') {
      event.preventDefault();
      if (folders.length > 0)
        setChosen((chosen + (down ? 1 : -1) + folders.length + (chosen < 0 && !down ? 1 : 0)) % folders.length);
    }
    const completion = folders[Math.max(0, chosen)];
    if (event.key === 'Tab' && !event.shiftKey && completion !== undefined && withSlash(completion) !== path) {
      event.preventDefault();
      edit(withSlash(completion));
    }
  };
  return (
    <Modal title={words.title} onClose={() => onEnd(null)} className="max-w-[560px]">
      <form onSubmit={submit} className="p-5">
        <Field label={words.label} hint={words.hint} error={error}>
          {(ids) => (
            <TextInput
              {...ids}
              autoFocus
              role="combobox"
              aria-expanded={folders.length > 0}
              aria-controls={listId}
              aria-activedescendant={chosen >= 0 ? `${listId}-${chosen}` : undefined}
              placeholder={words.placeholder}
              className="font-mono"
              value={path}
              onChange={(event) => edit(event.target.value)}
              onKeyDown={onKeyDown}
            />
          )}
        </Field>
        <div id={listId} role="listbox" aria-label={words.suggestions} className="mt-3 h-56 overflow-y-auto">
          {folders.map((folder, index) => (
            <div
              key={folder}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              onClick={() => edit(withSlash(folder))}
              onKeyDown={onKeyDown}
              className={classes(
                'flex h-8 items-center gap-2 rounded-s px-2 text-ui hover:bg-hover',
                index === chosen && 'bg-hover',
              )}
            >
              <Folder className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
              <span className="truncate">{folder}</span>
            </div>
          ))}
          {folders.length === 0 && path !== '' && <p className="px-2 py-1.5 text-ink-3 text-ui">{words.none}</p>}
        </div>
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={() => onEnd(null)}>{strings.ui.cancel}</Button>
          <Button tone="primary" type="submit" disabled={path.trim() === '' && chosen < 0}>
            {words.open}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function withSlash(folder: string): string {
  return /[\\/]$/.test(folder) ? folder : folder + (folder.includes('\\') ? '\\' : '/');
}

function useFolders(path: string): { folders: string[]; error: string | null } {
  const { call } = useActions();
  const [found, setFound] = useState<{ folders: string[]; error: string | null }>({ folders: [], error: null });
  useEffect(() => {
    const controller = new AbortController();
    void call('folder.complete', { path }, controller.signal).then((answer) => {
      if (controller.signal.aborted) return;
      setFound(
        answer.ok ? { folders: answer.value.folders, error: null } : { folders: [], error: answer.error.message },
      );
    });
    return () => controller.abort();
  }, [path, call]);
  return found;
}
