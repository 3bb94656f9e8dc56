// A provider in the list: description and test; for one from the settings also its form and removal.

import { providerApiNames } from '../../../shared/features/models/knownProviders.ts';
import type { ProviderInfo } from '../../../shared/features/models/methods.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmButton } from '../../ui/ConfirmDialog.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { connectionDraft } from './connectionDraft.ts';
import { connectionSummary } from './connectionSummary.ts';
import { environmentNames } from './environmentNames.ts';
import { type Suggestion, suggestionOf } from './formErrors.ts';
import { SuggestionRow } from './SuggestionRow.tsx';
import { modelWords } from './words.ts';

const words = modelWords;

export function ProviderRow({ provider, onEdit }: { provider: ProviderInfo; onEdit: () => void }) {
  const { call, report } = useActions();
  const request = useRequest<{ models: readonly unknown[] }>();
  const { id, name } = provider;
  const own = provider.origin === 'settings';
  // The form's test reports more details, but works only for providers from the settings.
  const test = ({ kind, baseUrl }: Suggestion = provider): Promise<boolean> =>
    request.run(
      own ? call('provider.test', { provider: id, kind, baseUrl, key: '' }) : call('provider.models', { provider: id }),
    );
  const adopt = async (place: Suggestion): Promise<void> => {
    const saved = await call('provider.save', { id, name, ...place });
    if (saved.ok) await test(place);
    else report(saved.error);
  };
  const remove = async (): Promise<void> => {
    const answer = await call('provider.remove', { provider: id });
    if (!answer.ok) report(answer.error);
  };
  const suggestion = request.failure && suggestionOf(request.failure);
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-56 flex-1">
        <p className="text-ui">
          <span className="wrap-anywhere mr-2 font-strong">
            {provider.origin === 'demo' ? strings.chat.demoBadge : name}
          </span>
          <span className="inline-block text-ink-3 text-small">{words.key[provider.key]}</span>
        </p>
        <About provider={provider} />
        {request.value && !request.busy && (
          <p className="mt-1 text-ink-2 text-small" role="status">
            {words.answers(request.value.models.length)}
          </p>
        )}
        <ErrorLine error={request.error} small className="mt-1" />
        {suggestion && <SuggestionRow suggestion={suggestion} now={provider} onTake={(place) => void adopt(place)} />}
      </div>
      <div className="flex gap-1.5">
        <Button size="small" aria-disabled={request.busy} onClick={() => !request.busy && void test()}>
          {request.busy ? words.testing : words.test}
        </Button>
        {own && (
          <Button size="small" data-opens={id} onClick={onEdit}>
            {words.edit}
          </Button>
        )}
        {own && (
          <ConfirmButton
            size="small"
            ask={{ title: words.removeTitle(name), body: words.removeBody, confirm: words.remove }}
            onConfirm={remove}
          >
            {words.remove}
          </ConfirmButton>
        )}
      </div>
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
