// Form fields of an entry with a command or an address.

import { useId } from 'react';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { Field, TextArea, TextInput } from '../../ui/Field.tsx';
import { splitFields } from './commandLine.ts';
import type { EntryFields } from './entryFields.ts';
import type { FieldErrors } from './mcpEntry.ts';
import { PairRows } from './PairRows.tsx';
import { mcpWords } from './words.ts';

const words = mcpWords.form;

export interface McpFieldsProps {
  fields: EntryFields;
  errors: FieldErrors;
  onChange: (fields: EntryFields) => void;
}

export function McpFields(props: McpFieldsProps) {
  const { fields, errors, onChange } = props;
  return (
    <>
      <div>
        <p className="mb-1 font-strong text-ui">{words.kind}</p>
        <ChoiceList<EntryFields['kind']>
          label={words.kind}
          value={fields.kind}
          onChange={(kind) => onChange({ ...fields, kind })}
          choices={[
            { value: 'command', label: words.kinds.command },
            { value: 'address', label: words.kinds.address },
          ]}
        />
      </div>
      {fields.kind === 'command' ? <CommandFields {...props} /> : <AddressFields {...props} />}
      <Field label={words.timeout} hint={words.timeoutHint} error={errors.timeout}>
        {(ids) => (
          <TextInput
            {...ids}
            inputMode="numeric"
            className="tabular max-w-28"
            value={fields.timeout}
            onChange={(event) => onChange({ ...fields, timeout: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

function CommandFields({ fields, errors, onChange }: McpFieldsProps) {
  return (
    <>
      <Field label={words.command} hint={words.commandHint} error={errors.command}>
        {(ids) => (
          <TextInput
            {...ids}
            className="font-mono"
            placeholder="npx"
            value={fields.command}
            onChange={(event) => onChange({ ...fields, command: event.target.value })}
            onBlur={() => onChange(splitFields(fields))}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text').trim();
              const whole = splitFields({ ...fields, command: pasted });
              if (fields.command !== '' || whole.command === pasted) return;
              event.preventDefault();
              onChange(whole);
            }}
          />
        )}
      </Field>
      <Field label={words.arguments} hint={words.argumentsHint} error={errors.args}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={Math.min(10, Math.max(3, fields.args.split('\n').length))}
            spellCheck={false}
            className="resize-y font-mono text-code"
            value={fields.args}
            onChange={(event) => onChange({ ...fields, args: event.target.value })}
          />
        )}
      </Field>
      <PairRows
        label={words.variables}
        add={words.addVariable}
        rows={fields.env}
        error={errors.env}
        onChange={(env) => onChange({ ...fields, env })}
      />
      <Field label={words.folder} hint={words.folderHint} error={errors.cwd}>
        {(ids) => (
          <TextInput
            {...ids}
            className="font-mono"
            value={fields.cwd}
            onChange={(event) => onChange({ ...fields, cwd: event.target.value })}
          />
        )}
      </Field>
      <SandboxFields fields={fields} errors={errors} onChange={onChange} />
    </>
  );
}

function SandboxFields({ fields, errors, onChange }: McpFieldsProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-1 gap-3">
      <label htmlFor={id} className="flex items-start gap-3 text-ui">
        <input
          id={id}
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 accent-accent"
          checked={fields.sandbox}
          onChange={(event) => onChange({ ...fields, sandbox: event.target.checked })}
        />
        <span>
          {words.sandbox}
          <span className="block text-ink-3 text-small">{words.sandboxHint}</span>
        </span>
      </label>
      {fields.sandbox && (
        <>
          <Field label={words.hosts} hint={words.hostsHint} error={errors.sandbox}>
            {(ids) => (
              <TextArea
                {...ids}
                rows={2}
                spellCheck={false}
                className="resize-y font-mono text-code"
                value={fields.hosts}
                onChange={(event) => onChange({ ...fields, hosts: event.target.value })}
              />
            )}
          </Field>
          <Field label={words.paths} hint={words.pathsHint}>
            {(ids) => (
              <TextArea
                {...ids}
                rows={2}
                spellCheck={false}
                className="resize-y font-mono text-code"
                value={fields.paths}
                onChange={(event) => onChange({ ...fields, paths: event.target.value })}
              />
            )}
          </Field>
        </>
      )}
    </div>
  );
}

function AddressFields({ fields, errors, onChange }: McpFieldsProps) {
  return (
    <>
      <Field label={words.url} hint={words.urlHint} error={errors.url}>
        {(ids) => (
          <TextInput
            {...ids}
            inputMode="url"
            className="font-mono"
            value={fields.url}
            onChange={(event) => onChange({ ...fields, url: event.target.value })}
          />
        )}
      </Field>
      <PairRows
        label={words.headers}
        add={words.addHeader}
        rows={fields.headers}
        error={errors.headers}
        onChange={(headers) => onChange({ ...fields, headers })}
      />
    </>
  );
}
