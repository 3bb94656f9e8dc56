// Asks for a folder path, starting at home; suggests recent folders and matches from the host. Arrows select, Tab completes,
// Enter opens. A Tab pressed before the matches arrive waits, so that stale matches never replace newer text.

import { Folder } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { DialogProps } from '../../core/feature.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useApp } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Field, TextInput } from '../../ui/Field.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { isComposing } from '../../ui/isComposing.ts';
import { Modal } from '../../ui/Modal.tsx';

const words = lateStrings.selecting.folderDialog;

export function FolderDialog({ onPath, onClose }: DialogProps<'folder'>) {
  /** Null: canceled. */
  const onEnd = (path: string | null): void => {
    onClose();
    onPath(path);
  };
  const [path, setPath] = useState(home);
  const [wantedPath, setWantedPath] = useState<string | null>(null);
  /** Keys that wait for the matches: Tab, or Tab and then Enter. */
  const heldKey = useRef<'Tab' | 'Enter' | null>(null);
  const { folders, error, of } = useFolders(path);
  const recent = useRecentFolders(path === home || path === '');
  const options = [...recent, ...folders.filter((folder) => !recent.includes(folder))];
  const isAnswered = of === path;
  const chosen = wantedPath === null ? -1 : options.indexOf(wantedPath);
  /** Nothing was typed or chosen: Enter would make all of home a project. */
  const isUntouched = chosen < 0 && (path.trim() === '' || path === home);
  const listId = useId();
  const edit = (next: string): void => {
    setPath(next);
    setWantedPath(null);
    heldKey.current = null;
  };
  /** Null: no completion. */
  const completion = (): string | null => {
    const folder = chosen < 0 ? folders[0] : options[chosen];
    return folder === undefined || withSlash(folder) === path ? null : withSlash(folder);
  };
  const open = (target: string): void => {
    if (target.trim() !== '') onEnd(target.trim());
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the matches arrive
  useEffect(() => {
    if (!isAnswered || heldKey.current === null) return;
    const completed = completion() ?? path;
    if (heldKey.current === 'Enter') open(completed);
    else edit(completed);
  }, [isAnswered]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isUntouched) return;
    if (heldKey.current !== null) heldKey.current = 'Enter';
    else open(options[chosen] ?? path);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    const down = event.key === 'ArrowDown';
    if (down || event.key === 'ArrowUp') {
      event.preventDefault();
      const next =
        chosen < 0 && !down ? options.length - 1 : (chosen + (down ? 1 : -1) + options.length) % options.length;
      setWantedPath(options[next] ?? null);
    }
    if (event.key !== 'Tab' || event.shiftKey) return;
    const completed = completion();
    if (isAnswered && completed === null) return;
    event.preventDefault();
    if (!isAnswered) heldKey.current = 'Tab';
    else if (completed !== null) edit(completed);
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
              aria-expanded={options.length > 0}
              aria-controls={listId}
              aria-activedescendant={chosen >= 0 ? `${listId}-${chosen}` : undefined}
              placeholder={words.placeholder}
              className="font-mono"
              value={path}
              onChange={(event) => edit(fromRoot(event.target.value))}
              onKeyDown={onKeyDown}
            />
          )}
        </Field>
        <div id={listId} role="listbox" aria-label={words.suggestions} className="mt-3 h-56 overflow-y-auto">
          {options.map((folder, index) => (
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
              <span className="min-w-0 flex-1 truncate">{folder}</span>
              {index < recent.length && <span className="shrink-0 text-ink-3 text-small">{words.recent}</span>}
            </div>
          ))}
          {options.length === 0 && path !== '' && isAnswered && (
            <p className="px-2 py-1.5 text-ink-3 text-ui">{words.none}</p>
          )}
        </div>
        <FormActions className="mt-4" onCancel={() => onEnd(null)}>
          <Button tone="primary" type="submit" disabled={isUntouched}>
            {words.open}
          </Button>
        </FormActions>
      </form>
    </Modal>
  );
}

/** The host expands it. */
const home = '~/';

/** If an absolute path was typed or pasted after the existing text, returns only that path. */
function fromRoot(path: string): string {
  return /^~\/(?:[/~]|[A-Za-z]:[\\/])/.test(path) ? path.slice(home.length) : path;
}
const maxRecent = 5;

/** Folders of the projects with the newest conversations. */
function useRecentFolders(enabled: boolean): string[] {
  const projects = useApp((snapshot) => snapshot.projects);
  const rows = useApp((snapshot) => snapshot.conversations);
  if (!enabled) return [];
  const order = [...new Set(rows.map(({ projectId }) => projectId))];
  const placeOf = (id: string): number => (order.includes(id) ? order.indexOf(id) : order.length);
  return projects
    .flatMap(({ id, folder, folderExists }) => (folder !== null && folderExists ? { id, folder } : []))
    .toSorted((one, other) => placeOf(one.id) - placeOf(other.id))
    .slice(0, maxRecent)
    .map(({ folder }) => folder);
}

function withSlash(folder: string): string {
  return /[\\/]$/.test(folder) ? folder : folder + (folder.includes('\\') ? '\\' : '/');
}

interface Folders {
  folders: string[];
  error: string | null;
  /** The query that they answer. */
  of: string;
}

function useFolders(path: string): Folders {
  const { call } = useActions();
  const [listing, setListing] = useState<Folders>({ folders: [], error: null, of: '' });
  useEffect(() => {
    const controller = new AbortController();
    void call('folder.complete', { path }, controller.signal).then((answer) => {
      if (controller.signal.aborted) return;
      setListing(
        answer.ok
          ? { folders: answer.value.folders, error: null, of: path }
          : { folders: [], error: answer.error.message, of: path },
      );
    });
    return () => controller.abort();
  }, [path, call]);
  return listing;
}
