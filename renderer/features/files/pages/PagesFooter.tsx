// Footer of the text viewer: size and position, a field and a slider to jump, and actions on the whole text.

import { Copy, Download, WrapText } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand/react';
import { ok, type Result } from '../../../../shared/core/errors.ts';
import { formatBytes } from '../../../core/format/amounts.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { useActions, useSession, useView } from '../../../core/state/context.tsx';
import { copyText } from '../../../core/state/copyText.ts';
import { strings } from '../../../core/strings.ts';
import { TextInput } from '../../../ui/Field.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { saveFile } from '../../../ui/saveFile.ts';
import { pageBytes, type TextPages, type TextSource } from './textPages.ts';

const words = lateStrings.results.text;

export interface PagesFooterProps {
  pages: TextPages;
  /** The first visible byte. */
  topOffset: number;
  /** Name of the file to save. */
  name: string;
  onShow: (offset: number) => void;
  onLine: (line: number) => void;
}

export function PagesFooter({ pages, topOffset, name, onShow, onLine }: PagesFooterProps) {
  const { view } = useSession();
  const actions = useActions();
  const wrap = useView((now) => now.wrapLines);
  const total = useStore(pages.store, (state) => state.total);
  const error = useStore(pages.store, (state) => state.error);
  const [heldOffset, setHeldOffset] = useState<number | null>(null);
  const [typed, setTyped] = useState('');
  const [saving, setSaving] = useState<number | null>(null);
  const whole = total ?? 0;
  const tooLarge = whole > maxCopied;

  function go(event: FormEvent): void {
    event.preventDefault();
    const percent = /^(\d{1,3}(?:\.\d+)?)\s*%$/.exec(typed.trim())?.[1];
    const line = Number(typed.trim());
    if (percent !== undefined) onShow(Math.min(whole - 1, Math.floor((whole * Number(percent)) / 100)));
    else if (Number.isInteger(line) && line > 0) onLine(line);
  }

  async function copyAll(): Promise<void> {
    const parts: string[] = [];
    const read = await wholeText(
      pages.source,
      (text) => parts.push(text),
      () => {},
    );
    if (read.ok) void copyText(parts.join(''), actions, words.copyAllDone);
    else actions.report(read.error);
  }

  async function save(): Promise<void> {
    if (saving !== null) return;
    setSaving(0);
    const saved = await savePages(pages.source, name, setSaving);
    setSaving(null);
    if (!saved.ok)
      actions.report({ ...saved.error, message: strings.sentences.beside([words.notSaved, saved.error.message]) });
  }

  return (
    <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-4 py-1 text-ink-3 text-small">
      {error ? (
        <span className="min-w-0 flex-1 truncate text-fail" role="alert">
          {error.message}
        </span>
      ) : (
        <span className="tabular whitespace-nowrap" role="status">
          {saving !== null
            ? words.saving(saving)
            : total === null
              ? strings.calls.viewer.loading
              : whole <= pageBytes
                ? formatBytes(whole)
                : words.at(
                    Math.min(100, Math.floor((topOffset / Math.max(1, whole - pageBytes)) * 100)),
                    formatBytes(whole),
                  )}
        </span>
      )}
      {whole > pageBytes && (
        <>
          <input
            type="range"
            aria-label={strings.calls.viewer.position}
            className="min-w-20 flex-1 accent-accent"
            min={0}
            max={whole}
            step={Math.max(1, Math.floor(whole / 1000))}
            value={heldOffset ?? Math.min(topOffset, whole)}
            onChange={(event) => setHeldOffset(Number(event.target.value))}
            onPointerUp={() => {
              if (heldOffset !== null) onShow(heldOffset);
              setHeldOffset(null);
            }}
            onKeyUp={() => {
              if (heldOffset !== null) onShow(heldOffset);
              setHeldOffset(null);
            }}
          />
          <form onSubmit={go}>
            <TextInput
              aria-label={words.goTo}
              title={words.goToHint}
              placeholder={words.goTo}
              className="h-6 w-32 text-small"
              value={typed}
              maxLength={20}
              onChange={(event) => setTyped(event.target.value)}
            />
          </form>
        </>
      )}
      <span className="ml-auto flex items-center">
        <IconButton
          icon={WrapText}
          label={words.wrap}
          size="small"
          aria-pressed={wrap}
          onClick={() => view.setState({ wrapLines: !wrap })}
        />
        <IconButton
          icon={Copy}
          label={tooLarge ? words.tooLarge(formatBytes(maxCopied)) : words.copyAll}
          size="small"
          aria-disabled={tooLarge}
          onClick={() => (tooLarge ? actions.say(words.tooLarge(formatBytes(maxCopied))) : void copyAll())}
        />
        <IconButton icon={Download} label={words.save} size="small" onClick={() => void save()} />
      </span>
    </div>
  );
}

/** Saves the whole text to a file or copies it, in pieces. The browser stores them; the window holds one at a time. */
const pieceBytes = 512 * 1024;
/** Larger text is not useful on the clipboard. */
const maxCopied = 4_000_000;

/** `onProgress`: percent. */
async function wholeText(
  source: TextSource,
  onPiece: (text: string) => void,
  onProgress: (percent: number) => void,
): Promise<Result<null>> {
  for (let offset: number | null = 0; offset !== null; ) {
    const answer: Awaited<ReturnType<TextSource['read']>> = await source.read(offset, pieceBytes);
    if (!answer.ok) return answer;
    const { text, nextOffset, totalBytes } = answer.value;
    onPiece(text);
    onProgress(totalBytes === 0 ? 100 : Math.floor(((nextOffset ?? totalBytes) / totalBytes) * 100));
    offset = nextOffset;
  }
  return ok(null);
}

async function savePages(
  source: TextSource,
  name: string,
  onProgress: (percent: number) => void,
): Promise<Result<null>> {
  const pieces: Blob[] = [];
  const read = await wholeText(source, (text) => pieces.push(new Blob([text])), onProgress);
  if (!read.ok) return read;
  saveFile(name, pieces);
  return read;
}
