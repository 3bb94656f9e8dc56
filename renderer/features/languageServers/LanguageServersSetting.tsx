// The switch for language servers, with those that are installed.

import { useEffect } from 'react';
import type { InstalledServer } from '../../../shared/features/languageServers/methods.ts';
import { useActions } from '../../core/state/context.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { CheckboxSetting } from '../settings/SettingFields.tsx';
import { languageServerWords } from './words.ts';

export function LanguageServersSetting() {
  const { call } = useActions();
  const { value, run } = useRequest<{ servers: InstalledServer[]; sandboxed: boolean }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once
  useEffect(() => void run(call('languageServers.list', {})), []);
  return (
    <div>
      <CheckboxSetting name="languageServers" label={languageServerWords.use} hint={languageServerWords.useHint} />
      {value && (
        <div className="pt-1 pl-7 text-ink-3 text-small">
          {!value.sandboxed && <p>{languageServerWords.noSandbox}</p>}
          {value.servers.length === 0 ? (
            <p>{languageServerWords.none}</p>
          ) : (
            <dl aria-label={languageServerWords.installed} className="grid grid-cols-[auto_1fr] gap-x-3">
              {value.servers.map(({ language, command, path }) => (
                <div key={language} className="contents">
                  <dt>{language}</dt>
                  <dd className="truncate font-mono text-code" title={path}>
                    <VisibleText text={command} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      )}
    </div>
  );
}
