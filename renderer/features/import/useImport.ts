// Import steps: choose, review, import, result. A step in progress can be stopped, and stops when the dialog closes.

import { useCallback, useEffect, useRef, useState } from 'react';
import { type AppError, fail, ok, type Result } from '../../../shared/core/errors.ts';
import {
  type ImportFindings,
  importPieceBytes,
  maxImportBytes,
  maxImportFiles,
  maxImportRows,
} from '../../../shared/features/import/methods.ts';
import type { Actions } from '../../core/state/actions.ts';
import { toBase64 } from '../../core/state/base64.ts';
import { useSession } from '../../core/state/context.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import type { PickedFile } from './droppedFiles.ts';
import { importWords } from './words.ts';

const words = importWords;

export type Busy =
  | { doing: 'sending'; done: number; of: number }
  | { doing: 'reading' | 'importing'; files: number; conversations: number; of: number | null };

type ImportStep =
  | { name: 'choose' }
  | { name: 'busy'; busy: Busy }
  | { name: 'found' | 'done'; findings: ImportFindings };

export interface Import {
  step: ImportStep;
  /** Error or stop message of the previous step. */
  status: { text: string; isError: boolean } | null;
  take(files: readonly PickedFile[]): void;
  pick(what: 'files' | 'folder'): void;
  /** `only` null: all. */
  bring(only: readonly string[] | null, count: number): void;
  stop(): void;
  again(): void;
}

/** `opened`: begins with these files, which the user opened with the app. */
export function useImport(opened?: string): Import {
  const { actions, connection } = useSession();
  const { call } = actions;
  const [step, setStep] = useState<ImportStep>({ name: 'choose' });
  const [status, setStatus] = useState<Import['status']>(null);
  const going = useRef<AbortController | null>(null);
  const watch = useRef(crypto.randomUUID());

  useEffect(
    () => () => {
      going.current?.abort();
      void call('import.drop', {});
    },
    [call],
  );
  useEffect(
    () =>
      connection.onEvent(({ event }) => {
        if (event.type !== 'import.progress' || event.watch !== watch.current) return;
        const { files, conversations } = event;
        setStep((now) =>
          now.name === 'busy' && now.busy.doing !== 'sending'
            ? { name: 'busy', busy: { ...now.busy, files, conversations } }
            : now,
        );
      }),
    [connection],
  );

  const begin = useCallback((busy: Busy): AbortController => {
    const controller = new AbortController();
    going.current = controller;
    watch.current = crypto.randomUUID();
    setStatus(null);
    setStep({ name: 'busy', busy });
    return controller;
  }, []);

  /** Null: continue. */
  const failed = (controller: AbortController, answer: Result<unknown>, back: ImportStep): boolean => {
    if (going.current !== controller) return true;
    if (answer.ok) return false;
    setStep(back);
    setStatus(controller.signal.aborted ? null : { text: (answer.error as AppError).message, isError: true });
    return true;
  };

  const look = async (stopped = false): Promise<void> => {
    const controller = begin({ doing: 'reading', files: 0, conversations: 0, of: null });
    const answer = await call('import.preview', { watch: watch.current }, controller.signal);
    if (failed(controller, answer, { name: 'choose' }) || !answer.ok) return;
    setStep({ name: 'found', findings: answer.value });
    if (stopped) setStatus({ text: words.stopped, isError: false });
  };

  async function take(files: readonly PickedFile[]): Promise<void> {
    if (files.length === 0) return;
    const of = bytesOf(files);
    const controller = begin({ doing: 'sending', done: 0, of });
    const onProgress = (done: number): void => setStep({ name: 'busy', busy: { doing: 'sending', done, of } });
    const sent = await sendFiles({ call, files, signal: controller.signal, onProgress });
    if (!sent.ok) void call('import.drop', {});
    if (!failed(controller, sent, { name: 'choose' })) await look();
  }

  async function pick(what: 'files' | 'folder'): Promise<void> {
    setStatus(null);
    const picked = await call('import.pick', { what });
    if (!picked.ok) setStatus({ text: picked.error.message, isError: true });
    else if (picked.value.chosen) await look();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    if (opened === undefined) return;
    void call('import.opened', { key: opened }).then((answer) => {
      if (!answer.ok) setStatus({ text: answer.error.message, isError: true });
      else void look();
    });
  }, [opened]);

  async function bring(only: readonly string[] | null, count: number): Promise<void> {
    const before = step;
    const controller = begin({ doing: 'importing', files: 0, conversations: 0, of: count });
    const { signal } = controller;
    const selected = only && only.length <= maxImportRows ? [...only] : null;
    const answer = await call('import.run', { watch: watch.current, only: selected }, signal);
    // Imported conversations stay, so reload the list.
    if (signal.aborted && going.current === controller) return look(true);
    if (failed(controller, answer, before) || !answer.ok) return;
    setStep({ name: 'done', findings: answer.value });
  }

  return {
    step,
    status,
    take: (files) => void take(files),
    pick: (what) => void pick(what),
    bring: (only, count) => void bring(only, count),
    stop: () => going.current?.abort(),
    again() {
      void call('import.drop', {});
      setStatus(null);
      setStep({ name: 'choose' });
    },
  };
}

/** Sends files to the host one after another, in pieces: neither side holds more than one piece. */
interface SendFiles {
  call: Actions['call'];
  files: readonly PickedFile[];
  signal: AbortSignal;
  /** Called with the number of bytes that the host has received. */
  onProgress(done: number): void;
}

function bytesOf(files: readonly PickedFile[]): number {
  return files.reduce((sum, { file }) => sum + file.size, 0);
}

/** Returns CANCELLED on abort; otherwise the host's answer. */
async function sendFiles({ call, files, signal, onProgress }: SendFiles): Promise<Result<void>> {
  if (files.length > maxImportFiles) return fail('REQUEST_TOO_LARGE', words.tooMany(maxImportFiles));
  if (bytesOf(files) > maxImportBytes) return fail('REQUEST_TOO_LARGE', words.tooLarge(maxImportBytes));
  let [done, first] = [0, true];
  for (const { path, file } of files) {
    for (let offset = 0; ; offset += importPieceBytes) {
      const end = Math.min(file.size, offset + importPieceBytes);
      const read = await bytesAt(file, offset, end);
      if (read === null) return fail('STORE_READ_FAILED', words.unreadable(visibleText(path)));
      const piece = { first, path, base64: toBase64(read), offset };
      const sent = await call('import.upload', piece, signal);
      if (signal.aborted) return fail('CANCELLED', '');
      if (!sent.ok) return sent;
      first = false;
      done += read.length;
      onProgress(done);
      if (end >= file.size) break;
    }
  }
  return ok(undefined);
}

async function bytesAt(file: File, from: number, to: number): Promise<Uint8Array | null> {
  return file
    .slice(from, to)
    .arrayBuffer()
    .then((bytes) => new Uint8Array(bytes))
    .catch(() => null);
}
