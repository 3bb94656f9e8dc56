// Saves the conversation as a file in one of several formats, or opens it in another app.

import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Result } from '../../../shared/core/errors.ts';
import { openInPrograms, programNames } from '../../../shared/features/import/otherApps.ts';
import { isInPlace } from '../../../shared/features/inPlace/inPlace.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useApp } from '../../core/state/context.tsx';
import { useInPlaceRow } from '../../core/state/inPlace.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { dialogFootClasses, FormActions } from '../../ui/FormActions.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { FormatDetails } from './FormatDetails.tsx';
import { OpenIn } from './OpenIn.tsx';
import {
  type AnyForm,
  type ExportChoices,
  prepareExport,
  readPrepared,
  readText,
  saveExportFile,
} from './saveExport.ts';
import { saveMany } from './saveMany.ts';
import { usePreview } from './usePreview.ts';
import { exportWords } from './words.ts';

const words = exportWords;
const many = lateStrings.selecting;

const groups = [
  { label: words.groups.read, forms: ['markdown', 'html', 'json'] },
  { label: words.groups.program, forms: ['claude-code', 'codex', 'opencode', 'chatgpt', 'messages'] },
  { label: words.groups.trace, forms: ['otlp'] },
] as const satisfies readonly { label: string; forms: readonly AnyForm[] }[];

/** Most names are the same in every language. */
const names: Record<AnyForm, string> = {
  ...programNames,
  markdown: 'Markdown',
  html: words.webPage,
  json: 'JSON',
  otlp: 'OpenTelemetry',
};

interface ExportDialogProps {
  conversationId: string;
  /** Other conversations for the same archive. */
  more?: readonly string[] | undefined;
  onClose: () => void;
}

export function ExportDialog({ conversationId, more = [], onClose }: ExportDialogProps) {
  const { call, say } = useActions();
  const [to, setTo] = useState<AnyForm>('markdown');
  const [choices, setChoices] = useState<ExportChoices>({ without: [], content: false });
  const [status, setStatus] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const going = useRef<AbortController | null>(null);
  const preview = usePreview(conversationId, to === 'html' && more.length === 0, choices.without);
  useEffect(() => {
    // Discards the prepared export when the dialog closes.
    return () => {
      going.current?.abort();
      void call('export.discard', {});
    };
  }, [call]);

  async function make(signal: AbortSignal): Promise<Result<string>> {
    const onProgress = (bytes: number, all: number | null): void =>
      setStatus(all === null ? words.saving(formatBytes(bytes)) : words.savingOf(formatBytes(bytes), formatBytes(all)));
    if (more.length > 0) {
      const onFile = (at: number, count: number): void => setStatus(many.exporting(at, count));
      return saveMany([conversationId, ...more], to, choices, { call, signal, onFile });
    }
    const how = { call, conversationId, signal, onProgress };
    if (to === 'markdown' || to === 'json') return saveExportFile(await readText(to, how));
    if (preview?.state === 'there') return saveExportFile(await readPrepared(preview.made, how));
    const made = await prepareExport(to, choices, how);
    return made.ok ? saveExportFile(await readPrepared(made.value, how)) : made;
  }

  async function save(): Promise<void> {
    const controller = new AbortController();
    going.current = controller;
    setError(null);
    setStatus(words.making);
    const saved = await make(controller.signal);
    if (controller.signal.aborted) return;
    setStatus(null);
    if (!saved.ok) return setError(saved.error.message);
    say(more.length > 0 ? saved.value : words.saved(saved.value));
    onClose();
  }

  const program = openInPrograms.find((one) => one === to);
  const isBusy = status !== null;
  return (
    <Modal
      title={more.length > 0 ? many.exportTitle(more.length + 1) : words.title}
      onClose={onClose}
      className="h-[min(36rem,calc(100dvh-2rem))] max-w-[44rem]"
    >
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto narrow:flex-row narrow:overflow-hidden">
        <FormList value={to} disabled={isBusy} onChange={setTo} />
        <div className="min-w-0 flex-1 space-y-4 p-5 narrow:overflow-y-auto">
          {more.length > 0 ? <p className="text-ui">{many.exportHow}</p> : <Exported conversationId={conversationId} />}
          <FormatDetails to={to} choices={choices} preview={preview} onChoices={setChoices} />
          {program && more.length === 0 && <OpenIn key={program} conversationId={conversationId} program={program} />}
          {error !== null && (
            <p role="alert" className="wrap-anywhere text-fail text-ui">
              {strings.sentences.beside([words.failed, error])}
            </p>
          )}
        </div>
      </div>
      <FormActions
        className={dialogFootClasses}
        onCancel={onClose}
        start={
          <p role="status" className="tabular min-w-0 flex-1 text-ink-3 text-small">
            {status}
          </p>
        }
      >
        <Button tone="primary" disabled={isBusy || preview?.state === 'busy'} onClick={() => void save()}>
          {words.save}
        </Button>
      </FormActions>
    </Modal>
  );
}

interface FormListProps {
  value: AnyForm;
  disabled: boolean;
  onChange: (to: AnyForm) => void;
}

function FormList({ value, disabled, onChange }: FormListProps) {
  const id = useId();
  const option = (form: AnyForm): ReactNode => (
    <label
      key={form}
      htmlFor={`${id}-${form}`}
      className="flex h-8 shrink-0 items-center gap-2.5 rounded-m px-2 text-ink-2 text-ui has-checked:bg-hover has-checked:text-ink hover:bg-hover"
    >
      <input
        type="radio"
        id={`${id}-${form}`}
        name={id}
        checked={form === value}
        disabled={disabled}
        onChange={() => onChange(form)}
        className="size-4 shrink-0 appearance-none rounded-full border border-line-strong checked:border-[5px] checked:border-accent checked:bg-accent-ink"
      />
      {names[form]}
    </label>
  );
  return (
    <div
      role="radiogroup"
      aria-label={words.form}
      className="shrink-0 border-line border-b bg-sunk p-2 narrow:w-52 narrow:overflow-y-auto narrow:border-r narrow:border-b-0"
    >
      {groups.map(({ label, forms }) => (
        <div key={label} className="mb-2 last:mb-0">
          <p className="px-2 py-1 text-ink-3 text-small">{label}</p>
          <div className="grid grid-cols-2 narrow:grid-cols-1">{forms.map(option)}</div>
        </div>
      ))}
    </div>
  );
}

/** The conversation being exported, and how much of it. */
function Exported({ conversationId }: { conversationId: string }) {
  const { call } = useActions();
  const row = useApp(({ conversations }) => conversations.find(({ id }) => id === conversationId));
  const session = useInPlaceRow(conversationId);
  const [beside, setBeside] = useState<number | null>(null);
  useEffect(() => {
    // Only the open branch of another app's session is read.
    if (isInPlace(conversationId)) return;
    let cancelled = false;
    // Optional: everything else is shown without it.
    void call('conversation.forks', { conversationId, limit: 1 }).then(
      (answer) => cancelled || !answer.ok || setBeside(answer.value.beside),
    );
    return () => {
      cancelled = true;
    };
  }, [call, conversationId]);
  const count = row?.messageCount ?? null;
  const facts = [
    session ? programNames[session.program] : '',
    count === null ? '' : words.records(count),
    beside === null ? '' : beside === 0 ? words.whole : words.beside(beside),
  ];
  return (
    <div>
      <p className="wrap-anywhere font-strong text-ui">
        <VisibleText text={strings.sentences.title(row?.title ?? session?.title ?? '') || strings.sidebar.untitled} />
      </p>
      <p className="tabular min-h-4 text-ink-3 text-small" role="status">
        {facts.filter(Boolean).join(' · ')}
      </p>
    </div>
  );
}
