// Settings of the shared browser: its program, its window, and the sites that models may open.

import { AppWindow } from 'lucide-react';
import { useState } from 'react';
import type { RuleInfo } from '../../../shared/features/approvals/ruleMethods.ts';
import type { SharedBrowserInfo } from '../../../shared/features/sharedBrowser/methods.ts';
import { maxProgramPath } from '../../../shared/features/sharedBrowser/sharedBrowser.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { useActions, useApp } from '../../core/state/context.tsx';
import { useFetchedList } from '../../core/state/useFetchedList.ts';
import { useHostInfo } from '../../core/state/useHostInfo.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField, SelectField, TextField } from '../../ui/FormFields.tsx';
import { ErrorLine, ItemGroup } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { sharedBrowserWords as words } from './words.ts';

const other = 'other';

function SharedBrowserSection() {
  const { call } = useActions();
  const saved = useApp((snapshot) => snapshot.settings.sharedBrowser);
  const { info, reload } = useHostInfo<SharedBrowserInfo>(
    () => call('sharedBrowser.info', {}),
    () => null,
  );
  const [isOther, setIsOther] = useState(false);
  const changing = useRequest();
  if (!info) return null;
  const set = async (change: Partial<typeof saved>): Promise<void> => {
    const { on, program, headless } = { ...saved, ...change };
    await changing.run(call('sharedBrowser.set', { on, program, headless }));
    await reload();
  };
  const isOn = saved.on && saved.program !== '';
  const value = isOther ? other : isOn ? saved.program : 'off';
  const choose = (next: string): void => {
    setIsOther(next === other);
    if (next === 'off') void set({ on: false });
    else if (next !== other) void set({ on: true, program: next });
  };
  return (
    <div className="grid max-w-120 gap-5 text-ui">
      <p className="text-ink-2">{words.intro}</p>
      <div className="grid gap-4">
        <SelectField
          label={words.use}
          hint={info.programs.length > 0 ? words.useHint : words.none}
          error={isOther ? null : changing.error}
          value={value}
          choices={[
            ['off', words.off],
            ...info.programs.map(({ name, path }) => [path, name === path ? path : `${name} (${path})`] as const),
            [other, words.other],
          ]}
          onChange={choose}
        />
        {isOther && <OtherProgram error={changing.error} onSave={(program) => void set({ on: true, program })} />}
        {isOn && (
          <CheckboxField
            label={words.headless}
            hint={words.headlessHint}
            checked={saved.headless}
            onChange={(headless) => void set({ headless })}
          />
        )}
        {info.isOpen && (
          <p className="flex items-center gap-3 text-ink-2">
            {words.open}
            <Button size="small" onClick={() => void changing.run(call('sharedBrowser.close', {})).then(reload)}>
              {words.close}
            </Button>
          </p>
        )}
        {isOn && <p className="wrap-anywhere text-ink-3 text-small">{words.profile(info.profile)}</p>}
      </div>
      {isOn && <Sites />}
    </div>
  );
}

function OtherProgram({ error, onSave }: { error: string | null; onSave: (program: string) => void }) {
  const [path, setPath] = useState('');
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (path.trim() !== '') onSave(path.trim());
      }}
    >
      <TextField
        label={words.program}
        hint={words.programHint}
        error={error}
        value={path}
        maxLength={maxProgramPath}
        autoComplete="off"
        onChange={setPath}
      />
      <div>
        <Button type="submit" disabled={path.trim() === ''}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}

function isSite({ rule: { effect, match } }: RuleInfo): boolean {
  return effect === 'allow' && match.tool === 'browser_open' && match.origin !== undefined;
}

function Sites() {
  const { call } = useActions();
  const { value: rules } = useFetchedList('rules');
  const removing = useRequest();
  const sites = rules?.filter(isSite) ?? [];
  return (
    <div className="grid gap-4">
      <ItemGroup title={words.sites} hint={sites.length === 0 ? words.noSites : words.sitesHint}>
        {sites.map(({ rule, where }) => (
          <li key={rule.id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 grow">
              <p className="wrap-anywhere">
                <VisibleText text={rule.match.origin ?? ''} />
              </p>
              <p className="wrap-anywhere text-ink-3 text-small">{where}</p>
            </div>
            <Button
              aria-label={words.removeLabel(rule.match.origin ?? '')}
              onClick={() => void removing.run(call('permission.remove', { ruleId: rule.id }))}
            >
              {words.remove}
            </Button>
          </li>
        ))}
      </ItemGroup>
      <ErrorLine error={removing.error} />
      <NewSite />
    </div>
  );
}

function NewSite() {
  const { call } = useActions();
  const [typed, setTyped] = useState('');
  const [isBad, setIsBad] = useState(false);
  const adding = useRequest();
  const isWildcard = /^(?:https?:\/\/)?\*\./.test(typed.trim());
  const add = async (): Promise<void> => {
    const text = typed.trim();
    const url = URL.parse(text.startsWith('*.') ? `https://${text}` : text);
    const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
    setIsBad(!isWeb);
    if (url === null || !isWeb) return;
    const match = { tool: 'browser_open', origin: url.origin };
    const added = await adding.run(call('permission.add', { effect: 'allow', match, scope: { type: 'always' } }));
    if (added) setTyped('');
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') void add();
      }}
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <TextField
            label={words.site}
            hint={isWildcard ? words.wildcardHint(visibleText(typed.trim())) : words.siteHint}
            error={isBad ? words.siteBad : adding.error}
            value={typed}
            maxLength={1000}
            inputMode="url"
            autoComplete="off"
            onChange={setTyped}
          />
        </div>
        <Button type="submit" className="mt-6 shrink-0" disabled={typed.trim() === ''}>
          {words.add}
        </Button>
      </div>
    </form>
  );
}

export const sharedBrowserPage: SettingsPage = {
  icon: AppWindow,
  words: [words, 'Chrome Chromium Edge Brave'],
  Section: SharedBrowserSection,
};
