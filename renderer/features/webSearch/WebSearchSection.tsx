// Settings for web search: off, or one service with its address or key (never shown) and a test.

import { TextSearch } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { WebSearchInfo } from '../../../shared/features/webSearch/methods.ts';
import {
  backendNames,
  type KeyedBackend,
  type WebSearchBackend,
  webSearchBackends,
} from '../../../shared/features/webSearch/webSearch.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useApp } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, TextInput } from '../../ui/Field.tsx';
import { CommitOnBlurField, SelectField } from '../../ui/FormFields.tsx';
import { TestRow, useRequest } from '../../ui/useRequest.tsx';
import { useSetting } from '../settings/useSetting.ts';

const words = lateStrings.settings.webSearch;

function WebSearchSection() {
  const saved = useApp((snapshot) => snapshot.settings.webSearch);
  const { call, report } = useActions();
  const { error, change } = useSetting();
  const [info, setInfo] = useState<WebSearchInfo | null>(null);
  useEffect(() => {
    let cancelled = false;
    void call('webSearch.info', {}).then((answer) => {
      if (cancelled) return;
      if (answer.ok) setInfo(answer.value);
      else report(answer.error);
    });
    return () => {
      cancelled = true;
    };
  }, [call, report]);
  const { backend } = saved;
  return (
    <div className="grid max-w-100 gap-4">
      <p className="text-ink-2 text-ui">{words.intro}</p>
      <SelectField
        label={words.service}
        hint={backend === 'off' ? words.offHint : words.hints[backend]}
        error={error}
        value={backend}
        choices={[['off', words.off], ...webSearchBackends.map((value) => [value, backendNames[value]] as const)]}
        onChange={(value) => void change({ webSearch: { ...saved, backend: value } })}
      />
      {backend === 'searxng' && <AddressField environment={info?.environmentAddress ?? ''} />}
      {backend !== 'off' && backend !== 'searxng' && info && (
        <KeyForm key={backend} backend={backend} info={info} onInfo={setInfo} />
      )}
      {backend !== 'off' && <Test key={`${backend} ${saved.address}`} backend={backend} />}
    </div>
  );
}

function AddressField({ environment }: { environment: string }) {
  const saved = useApp((snapshot) => snapshot.settings.webSearch);
  const { error, change, refuse } = useSetting();
  const save = (address: string): void => {
    const isGood =
      address === '' || (/^https?:\/\//i.test(address) && URL.canParse(address) && !/\/\/[^/?#]*@/.test(address));
    if (isGood) void change({ webSearch: { ...saved, address } });
    else refuse(words.addressBad);
  };
  return (
    <CommitOnBlurField
      label={words.address}
      hint={
        environment === ''
          ? words.addressHint
          : strings.sentences.beside([words.addressHint, words.addressFromEnvironment(environment)])
      }
      error={error}
      inputMode="url"
      placeholder={environment || 'http://localhost:8888'}
      maxLength={2000}
      saved={saved.address}
      onApply={save}
    />
  );
}

interface KeyFormProps {
  backend: KeyedBackend;
  info: WebSearchInfo;
  onInfo: (info: WebSearchInfo) => void;
}

function KeyForm({ backend, info, onInfo }: KeyFormProps) {
  const { call } = useActions();
  const [key, setKey] = useState('');
  const { busy, error, run } = useRequest();
  const source = info.keys[backend];
  const isKept = source === 'keychain' || source === 'memory';
  const set = async (next: string): Promise<void> => {
    if (await run(call('webSearch.setKey', { backend, key: next }), onInfo)) setKey('');
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (key.trim() !== '') void set(key);
      }}
    >
      <Field
        label={words.key(backendNames[backend])}
        hint={words.keyStates[source === 'not_needed' || source === 'missing' ? 'none' : source]}
        error={error}
      >
        {(ids) => (
          <div className="flex gap-2">
            <TextInput
              {...ids}
              type="password"
              autoComplete="off"
              maxLength={4096}
              value={key}
              onChange={(event) => setKey(event.target.value)}
            />
            <Button type="submit" className="shrink-0" disabled={busy || key.trim() === ''}>
              {words.saveKey}
            </Button>
            {isKept && (
              <Button className="shrink-0" disabled={busy} onClick={() => void set('')}>
                {words.removeKey}
              </Button>
            )}
          </div>
        )}
      </Field>
    </form>
  );
}

function Test({ backend }: { backend: WebSearchBackend }) {
  const { call } = useActions();
  const request = useRequest<{ count: number }>();
  return (
    <TestRow
      request={request}
      labels={words}
      result={request.value && words.answers(backendNames[backend], request.value.count)}
      onTest={() => void request.run(call('webSearch.test', {}))}
    />
  );
}

export const webSearchPage: SettingsPage = {
  icon: TextSearch,
  words: [lateStrings.settings.webSearch, Object.values(backendNames)],
  Section: WebSearchSection,
};
