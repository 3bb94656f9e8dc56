// Form to add or change a server, as fields or as the JSON of its entry, converted both ways. Errors appear next to the
// field. Saving here also approves the server.

import { type ClipboardEvent, type FormEvent, useState } from 'react';
import { ok } from '../../../shared/core/errors.ts';
import type { McpOrigin, McpServerInfo, McpServerRef } from '../../../shared/features/mcp/methods.ts';
import { looksLikeJson, type PastedServer } from '../../../shared/features/mcp/serversIn.ts';
import { useSession } from '../../core/state/context.tsx';
import { BackButton } from '../../ui/BackButton.tsx';
import { TextAreaField, TextField } from '../../ui/FormFields.tsx';
import { ItemForm, PageHead } from '../../ui/ItemForm.tsx';
import { type ItemFormState, useItemForm } from '../../ui/useItemForm.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { type EntryFields, emptyFields } from './entryFields.ts';
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
import { useMcp } from './mcpStore.ts';
import { PastedList } from './PastedList.tsx';
import { parsePastedServers } from './pastedServers.ts';
import { ServerPlace, sameOrigin } from './ServerPlace.tsx';
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

interface Values {
  name: string;
  origin: McpOrigin;
  fields: EntryFields;
  /** Null: shown as fields. */
  json: string | null;
}

export function McpForm({ server, example = false, onCancel, onSaved }: McpFormProps) {
  const { actions, mcp } = useSession();
  const servers = useMcp((now) => now.servers) ?? none;
  const [pasted, setPasted] = useState<PastedServer[] | null>(null);
  const form: ItemFormState<Values> = useItemForm<Values, McpServerRef>({
    values: () => valuesOf(server, example),
    check: ({ name, fields, json }) => {
      const wrongName = server ? null : nameError(name, taken);
      const read = json === null ? null : readEntry(json);
      const wrong: FieldErrors = read ? (read.ok ? {} : { json: read.reason }) : fieldErrors(fields);
      return wrongName ? { ...wrong, name: wrongName } : wrong;
    },
    save: async ({ name, origin, fields, json }) => {
      const ref = { origin, name: server?.name ?? name.trim() };
      const entry = json === null ? entryOf(fields) : { configuration: json, secrets: {} };
      const answer = await actions.call('mcp.save', { server: ref, ...entry, isNew: server === null });
      if (!answer.ok) return answer;
      await mcp.reload();
      return ok(ref);
    },
    errorsOf: (error) => (form.values.json === null ? hostErrors(error) : { json: error.message }),
    onSaved,
  });
  const { values, errors, change, setErrors } = form;
  const { name, origin, fields, json } = values;
  const taken = servers.filter((other) => sameOrigin(other.origin, origin)).map((other) => other.name);

  const showForm = (): void => {
    const read = readEntry(json ?? '');
    if (read.ok && fitsForm(read.entry)) {
      change({ fields: fieldsOf(read.entry), json: null });
      setErrors({});
    } else setErrors({ json: read.ok ? words.errors.jsonOnly : read.reason });
  };

  /** A single server fills the form; for several, the user chooses. */
  function take(pastedServers: PastedServer[]): void {
    const [first, ...others] = pastedServers;
    setErrors({});
    if (!first) return;
    if (others.length > 0) {
      setPasted(pastedServers);
      return;
    }
    const fits = fitsForm(first.entry);
    change({
      ...(first.name !== null && name.trim() === '' ? { name: first.name } : {}),
      ...(fits ? { fields: fieldsOf(first.entry) } : {}),
      json: json === null && fits ? null : JSON.stringify(first.entry, null, 2),
    });
  }

  /** A pasted configuration is recognized in any field; other text goes into that field. */
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain');
    const field = event.target as Partial<HTMLTextAreaElement>;
    const isWhole = json === null || field.selectionEnd === undefined || field.value?.trim() === '';
    if (server || !looksLikeJson(text) || !isWhole) return;
    const read = parsePastedServers(text);
    if (!read.ok) return;
    event.preventDefault();
    take(read.servers);
  };

  /** JSON that names its servers is taken apart first. */
  const submit = (event: FormEvent): void => {
    const pasteResult = server || json === null ? null : parsePastedServers(json);
    const [first, ...others] = pasteResult?.ok ? pasteResult.servers : [];
    if (json === null || !pasteResult?.ok || (others.length === 0 && first?.name == null && readEntry(json).ok)) {
      form.submit(event);
    } else {
      event.preventDefault();
      take(pasteResult.servers);
    }
  };

  const where = <ServerPlace origin={origin} fixed={server !== null} onChange={(next) => change({ origin: next })} />;
  if (pasted) {
    return (
      <div className="grid max-w-[640px] grid-cols-1 gap-4">
        <div>
          <BackButton label={words.addTitle} onClick={() => setPasted(null)} />
        </div>
        {where}
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
    <ItemForm
      form={{ ...form, submit }}
      label={title}
      note={words.saveApproves}
      save={words.save}
      onPaste={onPaste}
      onCancel={onCancel}
    >
      <PageHead back={server ? visibleText(server.name) : mcpWords.back} onBack={onCancel} title={title}>
        <ViewSwitch
          json={json !== null}
          onForm={showForm}
          onJson={() => {
            change({ json: entryOf(fields).configuration });
            setErrors({});
          }}
        />
      </PageHead>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-4">
        {!server && (
          <TextField
            label={words.name}
            hint={words.nameHint}
            error={errors.name}
            autoFocus
            maxLength={100}
            value={name}
            onChange={(next) => change({ name: next })}
          />
        )}
        {where}
      </div>
      {json === null ? (
        <McpFields fields={fields} errors={errors} onChange={(next) => change({ fields: next })} />
      ) : (
        <TextAreaField
          label={words.json}
          hint={words.jsonHint}
          error={errors.json}
          rows={12}
          spellCheck={false}
          className="resize-y font-mono text-code"
          value={json}
          onChange={(next) => change({ json: next })}
        />
      )}
    </ItemForm>
  );
}

/** Opens as JSON if the entry is invalid or does not fit the fields. */
function valuesOf(server: McpServerInfo | null, example: boolean): Values {
  if (!server) {
    const origin = { type: 'global' } as const;
    return example
      ? { name: exampleName, origin, fields: exampleFields, json: null }
      : { name: '', origin, fields: emptyFields, json: null };
  }
  const { name, origin, configuration } = server;
  const parsed = readEntry(configuration);
  return {
    name,
    origin,
    fields: parsed.ok ? fieldsOf(parsed.entry) : emptyFields,
    json: parsed.ok && fitsForm(parsed.entry) ? null : configuration,
  };
}

function ViewSwitch({ json, onForm, onJson }: { json: boolean; onForm: () => void; onJson: () => void }) {
  const look = 'rounded-m px-2 py-0.5 text-ink-3 text-small hover:text-ink aria-pressed:bg-soft aria-pressed:text-ink';
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons, no fields
    <div role="group" aria-label={words.views} className="ml-auto flex shrink-0 gap-0.5">
      <button type="button" aria-pressed={!json} className={look} onClick={() => json && onForm()}>
        {words.asForm}
      </button>
      <button type="button" aria-pressed={json} className={look} onClick={() => !json && onJson()}>
        {words.asJson}
      </button>
    </div>
  );
}
