// Chooses files or folders to import, by drop or dialog: the system's on the desktop, the page's file input in a
// browser.

import { type ReactNode, useEffect, useRef } from 'react';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { chosenFiles, type PickedFile } from './droppedFiles.ts';
import type { Import } from './useImport.ts';
import { importWords } from './words.ts';

const words = importWords;

/** Folders in which the other apps store their conversations. */
const places: readonly [program: string, place: string | null][] = [
  ['Claude Code', '~/.claude/projects'],
  ['Codex', '~/.codex/sessions'],
  ['Gemini CLI', '~/.gemini/tmp'],
  ['Copilot CLI', '~/.copilot/session-state'],
  ['Qwen Code', '~/.qwen/projects'],
  ['Cline', '~/.cline/data/sessions'],
  ['Pi', '~/.pi/agent/sessions'],
  [strings.sentences.list(['ChatGPT', 'Claude.ai']), null],
];

export interface ChooseStepProps {
  status: Import['status'];
  /** Null: the host has no file dialog. */
  onPick: Import['pick'] | null;
  onFiles: (files: readonly PickedFile[]) => void;
}

export function ChooseStep({ status, onPick, onFiles }: ChooseStepProps) {
  const first = useRef<HTMLButtonElement>(null);
  const inputs = { files: useRef<HTMLInputElement>(null), folder: useRef<HTMLInputElement>(null) };
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  const choose = (what: 'files' | 'folder'): void => (onPick ? onPick(what) : inputs[what].current?.click());
  return (
    <div className="p-5">
      <p className="text-ink-2 text-ui">{words.intro}</p>
      <div className="mt-4 flex flex-col items-center gap-3 rounded-l border border-line-strong border-dashed px-4 py-8 text-center">
        <p className="text-prose">{words.drop}</p>
        <p className="text-ink-3 text-small">{words.or}</p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button ref={first} tone="primary" data-import-next onClick={() => choose('files')}>
            {words.files}
          </Button>
          <Button onClick={() => choose('folder')}>{words.folder}</Button>
        </div>
      </div>
      {(['files', 'folder'] as const).map((what) => (
        <input
          key={what}
          ref={inputs[what]}
          type="file"
          multiple
          hidden
          data-import={what}
          {...(what === 'folder' ? { webkitdirectory: '' } : {})}
          onChange={({ target }) => {
            const files = chosenFiles(target.files);
            // Allows choosing the same files again.
            target.value = '';
            onFiles(files);
          }}
        />
      ))}
      <ImportStatus status={status} />
      <h3 className="mt-5 font-strong text-ui">{words.where}</h3>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-ui">
        {places.map(([program, place]) => (
          <div key={program} className="contents">
            <dt className="text-ink-2">{program}</dt>
            <dd className="wrap-anywhere text-ink-3">
              {place === null ? words.exportFile : <code className="font-mono text-code">{place}</code>}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-ink-3 text-small">{words.others}</p>
    </div>
  );
}

/** Result of the previous step. */
export function ImportStatus({ status }: { status: Import['status'] }): ReactNode {
  if (status === null) return null;
  return (
    <p
      role={status.isError ? 'alert' : 'status'}
      className={`wrap-anywhere mt-3 text-ui ${status.isError ? 'text-fail' : 'text-ink-2'}`}
    >
      {status.text}
    </p>
  );
}
