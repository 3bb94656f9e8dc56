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
import { classes } from '../../ui/classes.ts';
import { Field, inputClasses, TextInput } from '../../ui/Field.tsx';
import { isComposing } from '../../ui/isComposing.ts';
import { useSetting } from '../settings/useSetting.ts';

const words = lateStrings.settings.webSearch;

function WebSearchSection() {
  const saved = useApp((snapshot) => snapshot.settings.webSearch);
  const { call, report } = useActions();
  const { error, change } = useSetting();
  const [info, setInfo] = useState<WebSearchInfo | null>(null);
  useEffect(() => {
    let gone = false;
    void call('webSearch.info', {}).then((answer) => {
      if (gone) return;
      if (answer.ok) setInfo(answer.value);
      else report(answer.error);
    });
    return () => {
      gone = true;
    };
  }, [call, report]);
  const { backend } = saved;
  const choose = (value: string): void => {
    const next = webSearchBackends.find((one) => one === value) ?? 'off';
    void change({ webSearch: { ...saved, backend: next } });
  };
  return (
    <div className="grid max-w-100 gap-4">
      <p className="text-ink-2 text-ui">{words.intro}</p>
      <Field label={words.service} hint={backend === 'off' ? words.offHint : words.hints[backend]} error={error}>
        {(ids) => (
          <select
            {...ids}
            className={classes(inputClasses, 'h-8')}
            value={backend}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="off">{words.off}</option>
            {webSearchBackends.map((value) => (
              <option key={value} value={value}>
                {backendNames[value]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {backend === 'searxng' && <AddressField environment={info?.environmentAddress ?? ''} />}
      {backend !== 'off' && backend !== 'searxng' && info && (
        <KeyForm key={backend} backend={backend} info={info} onInfo={setInfo} />
      )}
      {backend !== 'off' && <TestRow key={`${backend} ${saved.address}`} backend={backend} />}
    </div>
  );
}

function AddressField({ environment }: { environment: string }) {
  const saved = useApp((snapshot) => snapshot.settings.webSearch);
  const { error, change, refuse } = useSetting();
  const [text, setText] = useState(saved.address);
  useEffect(() => setText(saved.address), [saved.address]);
  const save = (): void => {
    const address = text.trim();
    if (address === saved.address && error === null) return;
    const isGood =
      address === '' || (/^https?:\/\//i.test(address) && URL.canParse(address) && !/\/\/[^/?#]*@/.test(address));
    if (isGood) void change({ webSearch: { ...saved, address } });
    else refuse(words.addressBad);
  };
  const hint =
    environment === ''
      ? words.addressHint
      : strings.sentences.beside([words.addressHint, words.addressFromEnvironment(environment)]);
  return (
    <Field label={words.address} hint={hint} error={error}>
      {(ids) => (
        <TextInput
          {...ids}
          inputMode="url"
          placeholder={environment || 'http://localhost:8888'}
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && save()}
        />
      )}
    </Field>
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
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const source = info.keys[backend];
  const isKept = source === 'keychain' || source === 'memory';
  const set = async (next: string): Promise<void> => {
    setBusy(true);
    const answer = await call('webSearch.setKey', { backend, key: next });
    setBusy(false);
    setError(answer.ok ? null : answer.error.message);
    if (!answer.ok) return;
    setKey('');
    onInfo(answer.value);
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
        hint={words.keyStates[source === 'not_needed' ? 'none' : source]}
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

type TestResult = { kind: 'testing' } | { kind: 'ok'; count: number } | { kind: 'failed'; message: string };

function TestRow({ backend }: { backend: WebSearchBackend }) {
  const { call } = useActions();
  const [result, setResult] = useState<TestResult | null>(null);
  const test = async (): Promise<void> => {
    setResult({ kind: 'testing' });
    const answer = await call('webSearch.test', {});
    setResult(
      answer.ok ? { kind: 'ok', count: answer.value.count } : { kind: 'failed', message: answer.error.message },
    );
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ui">
      <Button disabled={result?.kind === 'testing'} onClick={() => void test()}>
        {result?.kind === 'testing' ? words.testing : words.test}
      </Button>
      {result === null && <span className="text-ink-3 text-small">{words.testHint}</span>}
      {result?.kind === 'ok' && (
        <span className="text-ink-2" role="status">
          {words.answers(backendNames[backend], result.count)}
        </span>
      )}
      {result?.kind === 'failed' && (
        <p className="wrap-anywhere w-full text-fail" role="alert">
          {result.message}
        </p>
      )}
    </div>
  );
}

export const webSearchPage: SettingsPage = {
  icon: TextSearch,
  words: [lateStrings.settings.webSearch, Object.values(backendNames)],
  Section: WebSearchSection,
};
