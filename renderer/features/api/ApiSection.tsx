// Settings of the API: where it answers, its tokens, and what MCP clients may do.

import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import {
  type ApiInfo,
  type ApiToken,
  type McpClient,
  type McpPermission,
  maxTokenName,
  mcpPermissions,
} from '../../../shared/features/api/access.ts';
import { type Scope, scopes } from '../../../shared/features/api/operations.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { formatTime } from '../../core/format/time.ts';
import { useActions } from '../../core/state/context.tsx';
import { useHostInfo } from '../../core/state/useHostInfo.ts';
import { strings, timeLocale } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField, SelectField, TextField } from '../../ui/FormFields.tsx';
import { ErrorLine, ItemGroup, ListPage } from '../../ui/ListPage.tsx';
import { ShownSecret } from '../../ui/ShownSecret.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useRequest } from '../../ui/useRequest.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { apiWords as words } from './words.ts';

type Validity = keyof typeof words.day;
const validities: readonly Validity[] = ['never', '30', '365'].map((each) => each as unknown as Validity);

function ApiSection() {
  const { call } = useActions();
  const { info, setInfo, reload } = useHostInfo<ApiInfo>(
    () => call('api.info', {}),
    (event) => (event.type === 'api.changed' ? event.info : null),
  );
  const changing = useRequest<ApiInfo>();
  if (!info) return null;
  const revoke = (id: string): void => void changing.run(call('api.revokeToken', { id }), setInfo);
  const allow = (name: string, allowed: McpPermission[]): void =>
    void changing.run(call('api.allowClient', { name, allowed }), setInfo);
  return (
    <ListPage
      intro={words.intro}
      hint={info.address === null ? words.answersNot : words.answersAt(info.address)}
      error={changing.error}
    >
      <ItemGroup title={words.tokens} hint={info.tokens.length === 0 ? words.noTokens : undefined}>
        {info.tokens.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => revoke(token.id)} />
        ))}
      </ItemGroup>
      <NewToken onCreated={reload} />
      <ItemGroup
        title={words.clients}
        hint={info.clients.length === 0 ? words.noClients : words.runsHint}
        about={<p className="text-ink-3 text-small">{words.clientsHint}</p>}
      >
        {info.clients.map((client) => (
          <ClientRow key={client.name} client={client} onChange={(allowed) => allow(client.name, allowed)} />
        ))}
      </ItemGroup>
    </ListPage>
  );
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke(): void }) {
  const now = useNow(60_000);
  const time = (at: string): string => formatTime(at, now, timeLocale, strings.ui.time);
  const { name, expiresAt, lastUsedAt } = token;
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now;
  const facts = [
    lastUsedAt === null ? words.neverUsed : words.lastUsed(time(lastUsedAt)),
    ...(expiresAt === null ? [] : [isExpired ? words.expired : words.expires(time(expiresAt))]),
  ];
  return (
    <li className="flex items-start gap-3 py-2">
      <div className="min-w-0 grow">
        <p className="wrap-anywhere">
          <VisibleText text={name} />
        </p>
        <p className="text-ink-3 text-small">{token.scopes.map((scope) => words.scope[scope]).join(' · ')}</p>
        <p className="tabular text-ink-3 text-small">{facts.join(' · ')}</p>
      </div>
      <Button aria-label={words.revokeLabel(name)} onClick={onRevoke}>
        {words.revoke}
      </Button>
    </li>
  );
}

function NewToken({ onCreated }: { onCreated(): Promise<void> }) {
  const { call } = useActions();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Scope[]>(['history:read']);
  const [validity, setValidity] = useState<Validity>(validities[0] as Validity);
  const [created, setCreated] = useState<{ name: string; secret: string } | null>(null);
  const adding = useRequest<{ token: ApiToken; secret: string }>();
  const add = async (): Promise<void> => {
    const days = String(validity) === 'never' ? null : Number(validity);
    const request = call('api.addToken', { name, scopes: [...chosen], days });
    await adding.run(request, ({ token, secret }) => {
      setCreated({ name: token.name, secret });
      setName('');
    });
    await onCreated();
  };
  return (
    <section className="grid gap-3" aria-label={words.newToken}>
      <h4 className="font-strong text-ui">{words.newToken}</h4>
      {created && (
        <div className="grid gap-1.5" role="status">
          <p>{words.created(created.name)}</p>
          <ShownSecret label={words.created(created.name)} text={created.secret} copy={words.copy} />
        </div>
      )}
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextField
          label={words.name}
          hint={words.nameHint}
          value={name}
          maxLength={maxTokenName}
          autoComplete="off"
          onChange={setName}
        />
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 font-strong">{words.scopes}</legend>
          {scopes.map((scope) => (
            <CheckboxField
              key={scope}
              label={words.scope[scope]}
              checked={chosen.includes(scope)}
              onChange={(isOn) => setChosen(isOn ? [...chosen, scope] : chosen.filter((one) => one !== scope))}
            />
          ))}
        </fieldset>
        <SelectField
          label={words.days}
          value={String(validity)}
          choices={validities.map((each) => [String(each), words.day[each]] as const)}
          onChange={(next) => setValidity(next as unknown as Validity)}
        />
        <ErrorLine error={adding.error} />
        <div>
          <Button type="submit" disabled={adding.busy || name.trim() === '' || chosen.length === 0}>
            {words.create}
          </Button>
        </div>
      </form>
    </section>
  );
}

function ClientRow({ client, onChange }: { client: McpClient; onChange(allowed: McpPermission[]): void }) {
  const { name, allowed, asked } = client;
  return (
    <li className="grid gap-2 py-2">
      <div className="flex items-start gap-3">
        <p className="wrap-anywhere min-w-0 grow">
          <VisibleText text={name} />
        </p>
        <Button aria-label={words.removeClientLabel(name)} onClick={() => onChange([])}>
          {words.removeClient}
        </Button>
      </div>
      <fieldset className="grid gap-2" aria-label={name}>
        {mcpPermissions.map((permission) => (
          <CheckboxField
            key={permission}
            label={words.permission[permission]}
            {...(asked.includes(permission) ? { hint: words.asks } : {})}
            checked={allowed.includes(permission)}
            onChange={(isOn) => onChange(isOn ? [...allowed, permission] : allowed.filter((one) => one !== permission))}
          />
        ))}
      </fieldset>
    </li>
  );
}

export const apiPage: SettingsPage = {
  icon: KeyRound,
  words: [words, 'MCP OpenAI OpenAPI HTTP token'],
  Section: ApiSection,
};
