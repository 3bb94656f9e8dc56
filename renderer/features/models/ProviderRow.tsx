// A provider in the list: description and test; for one from the settings also its form and removal.

import { useState } from 'react';
import { providerApiNames } from '../../../shared/features/models/knownProviders.ts';
import type { ProviderInfo } from '../../../shared/features/models/methods.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { connectionDraft } from './connectionDraft.ts';
import { connectionSummary } from './connectionSummary.ts';
import { environmentNames } from './environmentNames.ts';
import { type Suggestion, suggestionOf } from './formErrors.ts';
import { SuggestionRow } from './SuggestionRow.tsx';
import { modelWords } from './words.ts';

const words = modelWords;

type TestResult =
  | { kind: 'testing' }
  | { kind: 'ok'; count: number }
  | { kind: 'failed'; message: string; suggestion: Suggestion | null };

export function ProviderRow({ provider, onEdit }: { provider: ProviderInfo; onEdit: () => void }) {
  const { call, report } = useActions();
  const [result, setResult] = useState<TestResult | null>(null);
  const [removing, setRemoving] = useState(false);
  const own = provider.origin === 'settings';
  const test = async ({ kind, baseUrl }: Suggestion = provider): Promise<void> => {
    setResult({ kind: 'testing' });
    const { id } = provider;
    // The form's test reports more details, but works only for providers from the settings.
    const answer = own
      ? await call('provider.test', { provider: id, kind, baseUrl, key: '' })
      : await call('provider.models', { provider: id });
    setResult(
      answer.ok
        ? { kind: 'ok', count: answer.value.models.length }
        : { kind: 'failed', message: answer.error.message, suggestion: suggestionOf(answer.error) },
    );
  };
  const adopt = async (place: Suggestion): Promise<void> => {
    const saved = await call('provider.save', { id: provider.id, name: provider.name, ...place });
    if (saved.ok) await test(place);
    else report(saved.error);
  };
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-56 flex-1">
        <p className="text-ui">
          <span className="wrap-anywhere mr-2 font-strong">
            {provider.origin === 'demo' ? strings.chat.demoBadge : provider.name}
          </span>
          <span className="inline-block text-ink-3 text-small">{words.key[provider.key]}</span>
        </p>
        <About provider={provider} />
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
        {result?.kind === 'failed' && result.suggestion && (
          <SuggestionRow suggestion={result.suggestion} now={provider} onTake={(place) => void adopt(place)} />
        )}
      </div>
      <div className="flex gap-1.5">
        <Button
          size="small"
          aria-disabled={result?.kind === 'testing'}
          onClick={() => result?.kind !== 'testing' && void test()}
        >
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

function About({ provider }: { provider: ProviderInfo }) {
  if (provider.origin === 'demo') return <p className="text-ink-3 text-ui">{words.demo}</p>;
  const connection = connectionSummary(connectionDraft(provider.connection));
  const variables = provider.origin === 'environment' ? environmentNames(provider) : '';
  return (
    <>
      <p className="wrap-anywhere text-ink-3 text-ui">{provider.baseUrl}</p>
      <p className="text-ink-3 text-small">
        {[providerApiNames[provider.kind], connection].filter(Boolean).join(' · ')}
      </p>
      {variables !== '' && <p className="text-ink-3 text-small">{words.environment(variables)}</p>}
    </>
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
      <p className="wrap-anywhere">{words.removeTitle(provider.name)}</p>
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
