// Shows one registry server, its values to fill in, and exactly the entry that would be added. Adding starts nothing: the
// server then waits for the user's approval.

import { Ban, TriangleAlert } from 'lucide-react';
import { ok } from '../../../shared/core/errors.ts';
import type { McpOrigin, McpServerRef } from '../../../shared/features/mcp/methods.ts';
import {
  inputProblem,
  type RegistryInput,
  type RegistryServer,
  type RegistryWay,
  registryEntry,
  shortName,
  wayText,
} from '../../../shared/features/mcp/registryServer.ts';
import { useSession } from '../../core/state/context.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { SelectField, TextField } from '../../ui/FormFields.tsx';
import { ItemForm, PageHead } from '../../ui/ItemForm.tsx';
import { StateMark } from '../../ui/ListPage.tsx';
import { type ItemErrors, type ItemFormState, useItemForm } from '../../ui/useItemForm.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { nameError } from './mcpEntry.ts';
import { useMcp } from './mcpStore.ts';
import { ServerPlace, sameOrigin } from './ServerPlace.tsx';
import { mcpWords } from './words.ts';

const labels = mcpWords.find;
const form = mcpWords.form;

interface Values {
  name: string;
  origin: McpOrigin;
  /** Index of the way. */
  way: string;
  values: Record<string, string>;
}

interface PageProps {
  server: RegistryServer;
  onBack: () => void;
  onAdded: (server: McpServerRef) => void;
}

export function RegistryServerPage({ server, onBack, onAdded }: PageProps) {
  const { name, title, version, description, status, statusMessage, ways } = server;
  return (
    <div className="grid max-w-[640px] grid-cols-1 gap-4 text-ui">
      <PageHead back={labels.title} onBack={onBack} title={<VisibleText text={title || name} />}>
        <StatusMark status={status} hasWays={ways.length > 0} />
      </PageHead>
      <p className="wrap-anywhere">
        <VisibleText text={description} />
      </p>
      {statusMessage !== '' && (
        <p className="wrap-anywhere text-wait">
          <VisibleText text={statusMessage} />
        </p>
      )}
      <Facts server={server} version={version} />
      {ways.length > 0 ? (
        <AddForm server={server} onBack={onBack} onAdded={onAdded} />
      ) : (
        <p className="text-ink-2">{status === 'deleted' ? labels.deletedHint : labels.unusableHint}</p>
      )}
    </div>
  );
}

function Facts({ server: { name, repository }, version }: { server: RegistryServer; version: string }) {
  const rows: [string, string, boolean][] = [
    [labels.name, name, false],
    [labels.publisher, name.split('/')[0] ?? '', false],
    [labels.version, version, false],
    [labels.repository, repository, true],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {rows
        .filter(([, value]) => value !== '')
        .map(([label, value, isLink]) => (
          <div key={label} className="contents">
            <dt className="text-ink-3">{label}</dt>
            <dd className="wrap-anywhere">
              {isLink ? (
                <a href={value} target="_blank" rel="noopener noreferrer" className="text-accent underline">
                  <VisibleText text={value} />
                </a>
              ) : (
                <VisibleText text={value} />
              )}
            </dd>
          </div>
        ))}
    </dl>
  );
}

const none: never[] = [];

function AddForm({ server, onBack, onAdded }: PageProps) {
  const { actions, mcp } = useSession();
  const servers = useMcp((now) => now.servers) ?? none;
  const { ways } = server;
  const item: ItemFormState<Values> = useItemForm<Values, McpServerRef>({
    values: { name: shortName(server.name), origin: { type: 'global' }, way: '0', values: {} },
    check: ({ name, values }) => {
      const taken = servers.filter((other) => sameOrigin(other.origin, origin)).map((other) => other.name);
      const wrongName = nameError(name, taken);
      return { ...inputErrors(way, values), ...(wrongName === null ? {} : { name: wrongName }) };
    },
    save: async ({ name, origin, values }) => {
      const ref = { origin, name: name.trim() };
      const { entry, secrets } = registryEntry(way, values);
      const answer = await actions.call('mcp.addUnapproved', {
        server: ref,
        configuration: JSON.stringify(entry),
        secrets,
      });
      if (!answer.ok) return answer;
      await mcp.reload();
      return ok(ref);
    },
    onSaved: onAdded,
  });
  const { values: filled, errors, change, setErrors } = item;
  const { name, origin } = filled;
  const way = (ways[Number(filled.way)] ?? ways[0]) as RegistryWay;
  return (
    <ItemForm form={item} label={form.addTitle} note={labels.needsApproval} save={labels.add} onCancel={onBack}>
      {ways.length > 1 && (
        <ChoiceList
          label={labels.ways}
          value={filled.way}
          choices={ways.map((each, index) => ({
            value: String(index),
            label: labels.kinds[each.kind],
            hint: visibleText(wayText(each)),
          }))}
          onChange={(next) => {
            change({ way: next, values: {} });
            setErrors({});
          }}
        />
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-4">
        <TextField
          label={form.name}
          hint={form.nameHint}
          error={errors.name}
          maxLength={100}
          value={name}
          onChange={(next) => change({ name: next })}
        />
        <ServerPlace origin={origin} fixed={false} onChange={(next) => change({ origin: next })} />
      </div>
      {way.inputs.map((input) => (
        <InputField
          key={`${filled.way} ${input.key}`}
          input={input}
          value={filled.values[input.key] ?? ''}
          error={errors[`input ${input.key}`]}
          onChange={(next) => {
            change({ values: { ...filled.values, [input.key]: next } });
            setErrors({ ...errors, [`input ${input.key}`]: undefined });
          }}
        />
      ))}
      <section aria-label={labels.exactly}>
        <p className="mb-1 font-strong">{labels.exactly}</p>
        <pre className="wrap-anywhere max-h-72 overflow-y-auto whitespace-pre-wrap rounded-l bg-soft px-3 py-2 text-code">
          <VisibleText text={JSON.stringify(registryEntry(way, filled.values).entry, null, 2)} />
        </pre>
      </section>
    </ItemForm>
  );
}

function inputErrors(way: RegistryWay, values: Values['values']): ItemErrors {
  return Object.fromEntries(
    way.inputs.flatMap((input) => {
      const problem = inputProblem(input, values);
      return problem === null ? [] : [[`input ${input.key}`, labels.inputErrors[problem]]];
    }),
  );
}

interface InputFieldProps {
  input: RegistryInput;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function InputField({ input, value, error, onChange }: InputFieldProps) {
  const { isRequired, isSecret, format, defaultValue, placeholder } = input;
  const label = visibleText(input.label);
  const hint = [
    isRequired && defaultValue === '' ? labels.required : labels.optional,
    visibleText(input.description),
    isSecret ? form.secretHint : '',
  ]
    .filter(Boolean)
    .join(' ');
  const choices = format === 'boolean' && input.choices.length === 0 ? ['true', 'false'] : input.choices;
  if (choices.length > 0 && !isSecret) {
    const unset = defaultValue === '' ? labels.notSet : labels.byDefault(visibleText(defaultValue));
    const offered = choices.map((choice): [string, string] => [choice, visibleText(choice)]);
    return (
      <SelectField
        label={label}
        hint={hint}
        error={error}
        value={value}
        choices={[['', unset], ...offered]}
        onChange={onChange}
      />
    );
  }
  return (
    <TextField
      label={label}
      hint={hint}
      error={error}
      type={isSecret ? 'password' : 'text'}
      autoComplete="off"
      inputMode={format === 'number' ? 'decimal' : undefined}
      placeholder={visibleText(defaultValue === '' ? placeholder : labels.byDefault(defaultValue))}
      value={value}
      onChange={onChange}
    />
  );
}

/** Nothing for a server that is in use and can be added. */
export function StatusMark({ status, hasWays }: { status: RegistryServer['status']; hasWays: boolean }) {
  if (status === 'deleted') return <StateMark icon={Ban} tone="text-fail" text={labels.deleted} />;
  if (status === 'deprecated') return <StateMark icon={TriangleAlert} tone="text-wait" text={labels.deprecated} />;
  return hasWays ? null : <StateMark icon={Ban} tone="text-ink-3" text={labels.unusable} />;
}
