// Form fields of an entry with a command or an address.

import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { CheckboxField, TextAreaField, TextField } from '../../ui/FormFields.tsx';
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

type TextName = 'command' | 'args' | 'cwd' | 'hosts' | 'paths' | 'url' | 'timeout';

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
      <TextField
        label={words.timeout}
        hint={words.timeoutHint}
        error={errors.timeout}
        inputMode="numeric"
        className="tabular max-w-28"
        {...bindText(props, 'timeout')}
      />
    </>
  );
}

function bindText({ fields, onChange }: McpFieldsProps, name: TextName) {
  return { value: fields[name], onChange: (value: string) => onChange({ ...fields, [name]: value }) };
}

const lines = { spellCheck: false, className: 'resize-y font-mono text-code' } as const;

function CommandFields(props: McpFieldsProps) {
  const { fields, errors, onChange } = props;
  return (
    <>
      <TextField
        label={words.command}
        hint={words.commandHint}
        error={errors.command}
        className="font-mono"
        placeholder="npx"
        {...bindText(props, 'command')}
        onBlur={() => onChange(splitFields(fields))}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text').trim();
          const whole = splitFields({ ...fields, command: pasted });
          if (fields.command !== '' || whole.command === pasted) return;
          event.preventDefault();
          onChange(whole);
        }}
      />
      <TextAreaField
        label={words.arguments}
        hint={words.argumentsHint}
        error={errors.args}
        rows={Math.min(10, Math.max(3, fields.args.split('\n').length))}
        {...lines}
        {...bindText(props, 'args')}
      />
      <PairRows
        label={words.variables}
        add={words.addVariable}
        rows={fields.env}
        error={errors.env}
        onChange={(env) => onChange({ ...fields, env })}
      />
      <TextField
        label={words.folder}
        hint={words.folderHint}
        error={errors.cwd}
        className="font-mono"
        {...bindText(props, 'cwd')}
      />
      <div className="grid grid-cols-1 gap-3">
        <CheckboxField
          label={words.sandbox}
          hint={words.sandboxHint}
          checked={fields.sandbox}
          onChange={(sandbox) => onChange({ ...fields, sandbox })}
        />
        {fields.sandbox && (
          <>
            <TextAreaField
              label={words.hosts}
              hint={words.hostsHint}
              error={errors.sandbox}
              rows={2}
              {...lines}
              {...bindText(props, 'hosts')}
            />
            <TextAreaField
              label={words.paths}
              hint={words.pathsHint}
              rows={2}
              {...lines}
              {...bindText(props, 'paths')}
            />
          </>
        )}
      </div>
    </>
  );
}

function AddressFields(props: McpFieldsProps) {
  const { fields, errors, onChange } = props;
  return (
    <>
      <TextField
        label={words.url}
        hint={words.urlHint}
        error={errors.url}
        inputMode="url"
        className="font-mono"
        {...bindText(props, 'url')}
      />
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
