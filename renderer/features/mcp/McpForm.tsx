// Form to add or change a server, as fields or as the JSON of its entry, converted both ways. Errors appear next to the
// field. Saving here also approves the server.

import { type ClipboardEvent, type FormEvent, useState } from 'react';
import type { McpOrigin, McpServerInfo, McpServerRef } from '../../../shared/features/mcp/methods.ts';
import { looksLikeJson, type PastedServer } from '../../../shared/features/mcp/serversIn.ts';
import { useApp, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { BackButton } from '../../ui/BackButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Field, inputClasses, TextArea, TextInput } from '../../ui/Field.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { emptyFields } from './entryFields.ts';
import { McpFields } from './McpFields.tsx';
import {
  entryOf,
  exampleFields,
  exampleName,
  type FieldErrors,
  fieldErrors,
  fieldsOf,
  fitsForm,
  hostErrors,
  nameError,
  readEntry,
} from './mcpEntry.ts';
import { groupTitle, projectName } from './mcpGroups.ts';
import { useMcp } from './mcpStore.ts';
import { PastedList } from './PastedList.tsx';
import { readPasted } from './pastedServers.ts';
import { mcpWords } from './words.ts';

const words = mcpWords.form;
const none: never[] = [];

export interface McpFormProps {
  /** Null: a new server. */
  server: McpServerInfo | null;
  example?: boolean;
  onCancel: () => void;
  onSaved: (server: McpServerRef) => void;
}

export function McpForm({ server, example = false, onCancel, onSaved }: McpFormProps) {
  const { actions, mcp } = useSession();
  const servers = useMcp((now) => now.servers) ?? none;
  const known = server ? readEntry(server.configuration) : null;
  const [name, setName] = useState(server?.name ?? (example ? exampleName : ''));
  const [origin, setOrigin] = useState<McpOrigin>(server?.origin ?? { type: 'global' });
  const [fields, setFields] = useState(() => {
    if (known?.ok) return fieldsOf(known.entry);
    return example ? exampleFields : emptyFields;
  });
  // Opens as JSON if the entry is invalid or does not fit the fields.
  const [json, setJson] = useState<string | null>(
    known && !(known.ok && fitsForm(known.entry)) ? (server?.configuration ?? '') : null,
  );
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const [pasted, setPasted] = useState<PastedServer[] | null>(null);
  const taken = servers.filter((other) => sameOrigin(other.origin, origin)).map((other) => other.name);

  const showForm = (): void => {
    const read = readEntry(json ?? '');
    if (!read.ok || !fitsForm(read.entry)) {
      setErrors({ json: read.ok ? words.errors.jsonOnly : read.reason });
      return;
    }
    setFields(fieldsOf(read.entry));
    setJson(null);
    setErrors({});
  };

  /** A single server fills the form; for several, the user chooses. */
  function take(found: PastedServer[]): void {
    const [first, ...others] = found;
    setErrors({});
    if (!first) return;
    if (others.length > 0) {
      setPasted(found);
      return;
    }
    if (first.name !== null && name.trim() === '') setName(first.name);
    if (fitsForm(first.entry)) setFields(fieldsOf(first.entry));
    setJson(json === null && fitsForm(first.entry) ? null : JSON.stringify(first.entry, null, 2));
  }

  /** A pasted configuration is recognized in any field; other text goes into that field. */
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain');
    const field = event.target as Partial<HTMLTextAreaElement>;
    const isWhole = json === null || field.selectionEnd === undefined || field.value?.trim() === '';
    if (server || !looksLikeJson(text) || !isWhole) return;
    const read = readPasted(text);
    if (!read.ok) return;
    event.preventDefault();
    take(read.servers);
  };

  function toSave(): { configuration: string; secrets: Record<string, string> } | null {
    if (!server && json !== null) {
      const found = readPasted(json);
      if (found.ok && (found.servers.length > 1 || found.servers[0]?.name != null || !readEntry(json).ok)) {
        take(found.servers);
        return null;
      }
    }
    const wrongName = server ? null : nameError(name, taken);
    const read = json === null ? null : readEntry(json);
    const wrong: FieldErrors = read ? (read.ok ? {} : { json: read.reason }) : fieldErrors(fields);
    const all = wrongName ? { ...wrong, name: wrongName } : wrong;
    setErrors(all);
    if (Object.keys(all).length > 0) return null;
    const made = entryOf(fields);
    return json === null ? made : { configuration: json, secrets: {} };
  }

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const entry = toSave();
    if (!entry) return;
    const ref = { origin, name: server?.name ?? name.trim() };
    setBusy(true);
    const answer = await actions.call('mcp.save', { server: ref, ...entry, isNew: server === null });
    setBusy(false);
    if (!answer.ok) return setErrors(json === null ? hostErrors(answer.error) : { json: answer.error.message });
    await mcp.reload();
    onSaved(ref);
  };

  if (pasted) {
    return (
      <div className="grid max-w-[640px] grid-cols-1 gap-4">
        <div>
          <BackButton label={words.addTitle} onClick={() => setPasted(null)} />
        </div>
        <Where origin={origin} fixed={false} onChange={setOrigin} />
        <PastedList
          key={JSON.stringify(origin)}
          servers={pasted}
          origin={origin}
          taken={taken}
          onBack={() => setPasted(null)}
          onAdded={onCancel}
        />
      </div>
    );
  }
  const title = server ? words.editTitle(visibleText(server.name)) : words.addTitle;
  return (
    <form
      onSubmit={(event) => void save(event)}
      onPaste={onPaste}
      aria-label={title}
      className="grid max-w-[640px] grid-cols-1 gap-4"
    >
      <div>
        <BackButton label={server ? visibleText(server.name) : mcpWords.back} onClick={onCancel} />
        <div className="mt-2 flex items-center gap-3">
          <h4 className="wrap-anywhere min-w-0 flex-1 font-strong text-prose">{title}</h4>
          <ViewSwitch
            json={json !== null}
            onForm={showForm}
            onJson={() => {
              setJson(entryOf(fields).configuration);
              setErrors({});
            }}
          />
        </div>
      </div>
      <div className="grid grid-cols-1 gap-4 narrow:grid-cols-2">
        {!server && (
          <Field label={words.name} hint={words.nameHint} error={errors.name}>
            {(ids) => (
              <TextInput
                {...ids}
                autoFocus
                maxLength={100}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
        )}
        <Where origin={origin} fixed={server !== null} onChange={setOrigin} />
      </div>
      {json === null ? (
        <McpFields fields={fields} errors={errors} onChange={setFields} />
      ) : (
        <Field label={words.json} hint={words.jsonHint} error={errors.json}>
          {(ids) => (
            <TextArea
              {...ids}
              rows={12}
              spellCheck={false}
              className="resize-y font-mono text-code"
              value={json}
              onChange={(event) => setJson(event.target.value)}
            />
          )}
        </Field>
      )}
      {errors.other && (
        <p role="alert" className="wrap-anywhere text-fail text-ui">
          {errors.other}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="min-w-48 flex-1 text-ink-3 text-small">{words.saveApproves}</p>
        <span className="flex gap-2" data-answers>
          <Button tone="ghost" onClick={onCancel}>
            {strings.ui.cancel}
          </Button>
          <Button tone="primary" type="submit" disabled={busy}>
            {words.save}
          </Button>
        </span>
      </div>
    </form>
  );
}

function sameOrigin(a: McpOrigin, b: McpOrigin): boolean {
  if (a.type === 'global' || b.type === 'global') return a.type === b.type;
  return a.type === b.type && a.projectId === b.projectId;
}

function Where({
  origin,
  fixed,
  onChange,
}: {
  origin: McpOrigin;
  fixed: boolean;
  onChange: (origin: McpOrigin) => void;
}) {
  const projects = useApp((snapshot) => snapshot.projects);
  if (fixed) {
    return (
      <div>
        <p className="mb-1 font-strong text-ui">{words.where}</p>
        <p className="wrap-anywhere text-ink-2 text-ui">
          {origin.type === 'folder'
            ? words.inFolder(visibleText(projectName(origin, projects)))
            : visibleText(groupTitle(origin, projects))}
        </p>
      </div>
    );
  }
  const value = origin.type === 'global' ? '' : origin.projectId;
  return (
    <Field label={words.where}>
      {(ids) => (
        <select
          {...ids}
          className={classes(inputClasses, 'h-8')}
          value={value}
          onChange={({ target }) =>
            onChange(target.value === '' ? { type: 'global' } : { type: 'project', projectId: target.value })
          }
        >
          <option value="">{words.everywhere}</option>
          {projects
            .filter((project) => project.folder !== null && project.folderExists)
            .map((project) => (
              <option key={project.id} value={project.id}>
                {words.inProject(project.name)}
              </option>
            ))}
        </select>
      )}
    </Field>
  );
}

function ViewSwitch({ json, onForm, onJson }: { json: boolean; onForm: () => void; onJson: () => void }) {
  const look = 'rounded-m px-2 py-0.5 text-ink-3 text-small hover:text-ink aria-pressed:bg-soft aria-pressed:text-ink';
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons, no fields
    <div role="group" aria-label={words.views} className="flex shrink-0 gap-0.5">
      <button type="button" aria-pressed={!json} className={look} onClick={() => json && onForm()}>
        {words.asForm}
      </button>
      <button type="button" aria-pressed={json} className={look} onClick={() => !json && onJson()}>
        {words.asJson}
      </button>
    </div>
  );
}
