// The servers: where each is, where its key is kept (never the key), and whether it answers.

import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ProviderInfo } from '../../../shared/contract/provider.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useApp } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { type FirstServer, ServerForm } from '../chat/start/ServerForm.tsx';

const words = lateStrings.providers;

export function ProvidersSection() {
  const providers = useApp((snapshot) => snapshot.providers);
  const [editing, setEditing] = useState<string | null>(null);
  const [first, setFirst] = useState<FirstServer | null>(null);
  const close = (added?: FirstServer): void => {
    setEditing(null);
    setFirst(added ?? null);
  };
  return (
    <div>
      <p className="text-ink-2 text-ui">{words.intro}</p>
      <ul className="mt-4 divide-y divide-line border-line border-y">
        {providers.map((provider) => (
          <li key={provider.id} className="py-3">
            <ProviderRow provider={provider} onEdit={() => setEditing(provider.id)} />
            {editing === provider.id && <ServerForm provider={provider} onDone={close} />}
          </li>
        ))}
      </ul>
      {first && (
        <p className="mt-3 text-ink-2 text-ui" role="status">
          {first.model === null ? words.firstWithout(first.name) : words.first(first.name, first.model)}
        </p>
      )}
      {editing === '' ? (
        <div className="pt-4">
          <ServerForm provider={null} onDone={close} />
        </div>
      ) : (
        <Button className="mt-4" onClick={() => setEditing('')}>
          <Plus className="size-4" strokeWidth={1.75} aria-hidden />
          {words.add}
        </Button>
      )}
    </div>
  );
}

type TestResult = { kind: 'testing' } | { kind: 'ok'; count: number } | { kind: 'failed'; message: string };

function ProviderRow({ provider, onEdit }: { provider: ProviderInfo; onEdit: () => void }) {
  const { call } = useActions();
  const [result, setResult] = useState<TestResult | null>(null);
  const [removing, setRemoving] = useState(false);
  const own = provider.origin === 'settings';
  const where = provider.origin === 'demo' ? words.demo : provider.baseUrl;
  const test = async (): Promise<void> => {
    setResult({ kind: 'testing' });
    const answer = await call('provider.models', { provider: provider.id });
    setResult(
      answer.ok ? { kind: 'ok', count: answer.value.models.length } : { kind: 'failed', message: answer.error.message },
    );
  };
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-56 flex-1">
        <p className="text-ui">
          <span className="font-strong">{provider.origin === 'demo' ? strings.chat.demoBadge : provider.name}</span>
          <span className="ml-2 text-ink-3 text-small">{words.key[provider.key]}</span>
        </p>
        <p className="wrap-anywhere text-ink-3 text-ui">{where}</p>
        {provider.origin === 'environment' && <p className="text-ink-3 text-small">{words.environment}</p>}
        {result?.kind === 'ok' && (
          <p className="mt-1 text-ink-2 text-small" role="status">
            {words.answers(result.count)}
          </p>
        )}
        {result?.kind === 'failed' && (
          <p className="wrap-anywhere mt-1 text-fail text-small" role="alert">
            {result.message}
          </p>
        )}
      </div>
      <div className="flex gap-1.5">
        <Button size="small" disabled={result?.kind === 'testing'} onClick={() => void test()}>
          {result?.kind === 'testing' ? words.testing : words.test}
        </Button>
        {own && (
          <Button size="small" onClick={onEdit}>
            {words.edit}
          </Button>
        )}
        {own && (
          <Button size="small" onClick={() => setRemoving(true)}>
            {words.remove}
          </Button>
        )}
      </div>
      {removing && <RemoveQuestion provider={provider} onClose={() => setRemoving(false)} />}
    </div>
  );
}

function RemoveQuestion({ provider, onClose }: { provider: ProviderInfo; onClose: () => void }) {
  const { call, report } = useActions();
  const remove = async (): Promise<void> => {
    const answer = await call('provider.remove', { provider: provider.id });
    if (!answer.ok) report(answer.error);
    onClose();
  };
  return (
    <section className="w-full rounded-l bg-soft px-3 py-2.5 text-ui" aria-label={words.removeTitle(provider.name)}>
      <p>{words.removeTitle(provider.name)}</p>
      <p className="mt-0.5 text-ink-3">{words.removeBody}</p>
      <div className="mt-2 flex gap-2">
        <Button size="small" tone="danger" onClick={() => void remove()}>
          {words.remove}
        </Button>
        <Button size="small" onClick={onClose}>
          {strings.ui.cancel}
        </Button>
      </div>
    </section>
  );
}
