// Edits a prompt or command of the user as the text of its file: creates, changes, deletes. Unsaved text is kept.

import { type FormEvent, useId, useState } from 'react';
import type { AppError } from '../../../shared/core/errors.ts';
import { variablesIn } from '../../../shared/features/customizations/promptVariable.ts';
import { useActions, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { BackButton } from '../../ui/BackButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Field, TextArea, TextInput } from '../../ui/Field.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import type { CustomizationFile } from './useCustomizations.ts';
import { customizationWords } from './words.ts';

const words = customizationWords.page;

interface CustomizationEditorProps {
  kind: 'prompt' | 'command';
  /** Null: a new file. */
  file: CustomizationFile | null;
  onDone: () => void;
}

export function CustomizationEditor({ kind, file, onDone }: CustomizationEditorProps) {
  const { call } = useActions();
  const headId = useId();
  const unsaved = useUnsaved(file?.info.id ?? `new:${kind}`);
  const [{ name, text, version }, setDraft] = useState(
    () =>
      unsaved.read() ?? {
        name: file?.info.name ?? '',
        text: file?.text ?? words.example[kind],
        version: file?.version ?? null,
      },
  );
  const [error, setError] = useState<AppError | null>(null);
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState(false);
  const isNamed = name.trim() !== '';
  const change = (next: Partial<Draft>): void => {
    const draft = { name, text, version, ...next };
    setDraft(draft);
    unsaved.keep(draft);
    setError(null);
  };
  const leave = (): void => {
    unsaved.keep(null);
    onDone();
  };

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isNamed || busy) return;
    setBusy(true);
    const answer = await call('customization.save', { kind, name: name.trim(), text, version });
    setBusy(false);
    if (answer.ok) leave();
    else setError(answer.error);
  };
  const remove = async (): Promise<void> => {
    if (!file) return;
    const answer = await call('customization.remove', { kind, name: file.info.name, version: file.version });
    if (answer.ok) leave();
    else setError(answer.error);
  };

  return (
    <form onSubmit={(event) => void save(event)} aria-labelledby={headId}>
      <BackButton label={words.back} onClick={onDone} />
      <h4 id={headId} className="wrap-anywhere mt-2 mb-3 font-strong text-prose">
        {file ? `/${visibleText(file.info.name)}` : words.make[kind]}
      </h4>
      {file ? (
        <p className="mb-3 flex items-center gap-1 text-ink-3 text-small">
          <span className="wrap-anywhere font-mono">{visibleText(file.info.origin.label)}</span>
          <CopyButton text={file.info.origin.label} label={words.copyPath} />
        </p>
      ) : (
        <div className="mb-3 max-w-80">
          <Field label={words.name} hint={words.nameHint}>
            {(ids) => (
              <TextInput {...ids} autoFocus value={name} onChange={(event) => change({ name: event.target.value })} />
            )}
          </Field>
        </div>
      )}
      <Field label={words.text} hint={words.textHint[kind]} error={error?.message}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={14}
            spellCheck={false}
            className="font-mono text-code"
            value={text}
            onChange={(event) => change({ text: event.target.value })}
          />
        )}
      </Field>
      {kind === 'prompt' && <Fields names={variablesIn(text)} />}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" tone="primary" disabled={!isNamed || busy}>
          {words.save}
        </Button>
        <Button tone="ghost" onClick={leave}>
          {strings.ui.cancel}
        </Button>
        {file && (
          <Button className="ml-auto" onClick={() => setRemoving(true)}>
            {words.remove}
          </Button>
        )}
      </div>
      {removing && file && (
        <ConfirmDialog
          title={words.removeTitle(visibleText(file.info.name))}
          body={words.removeBody(visibleText(file.info.origin.label))}
          confirm={words.remove}
          onConfirm={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </form>
  );
}

interface Draft {
  name: string;
  text: string;
  /** Version of the file when editing began. */
  version: string | null;
}

/** Keeps unsaved text, so that closing the settings with Escape loses nothing. */
function useUnsaved(of: string): { read(): Draft | null; keep(draft: Draft | null): void } {
  const { memory } = useSession();
  const name = `customization.${of}`;
  return {
    read() {
      try {
        const kept: unknown = JSON.parse(memory.get(name) ?? 'null');
        return typeof kept === 'object' ? (kept as Draft | null) : null;
      } catch {
        return null;
      }
    },
    keep: (draft) => memory.set(name, draft && JSON.stringify(draft)),
  };
}

/** The values that the prompt will ask for when called. */
function Fields({ names }: { names: readonly string[] }) {
  return (
    <p className="mt-3 text-ui" data-fields>
      <span className="mr-2 font-strong">{words.fields}</span>
      {names.length === 0 && <span className="text-ink-3">{words.noFields}</span>}
      {names.map((name) => (
        <code key={name} className="mr-1.5 rounded-m bg-accent-soft px-1.5 py-0.5 font-mono text-accent text-code">
          {name}
        </code>
      ))}
    </p>
  );
}
