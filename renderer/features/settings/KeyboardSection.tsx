// Keyboard settings: record, remove or reset the shortcut of each command. Rejects conflicts in the row. Stored in
// settings.shortcuts; takes effect immediately.

import { Keyboard, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { commandList, titleOf } from '../../core/commands/commandList.ts';
import { hasCustomShortcut, keysFor, type Refusal, shortcutRefusal, withKeys } from '../../core/commands/shortcuts.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp, useSession } from '../../core/state/context.tsx';
import type { Command, CommandId, Keys } from '../../core/state/session.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { FilterRow } from '../../ui/FilterRow.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { isMac, keysText } from '../../ui/Kbd.tsx';
import { KeyField } from './KeyField.tsx';
import { useSetting } from './useSetting.ts';

const { shortcuts } = lateStrings;

function KeyboardSection() {
  const { commands } = useSession();
  const snapshot = useApp((now) => now);
  const { change, error } = useSetting();
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<{ id: CommandId; sentence: string } | null>(null);
  const sections = commandList(commands, typed);
  const anyChanged = Object.keys(snapshot.settings.shortcuts).length > 0;

  const set = async (command: Command, keys: Keys | null): Promise<void> => {
    const refusal = keys === null || keys === '' ? null : shortcutRefusal(command, keys, commands, snapshot);
    if (refusal) return setRefused({ id: command.id, sentence: sentenceOf(refusal, keys ?? '') });
    setRefused(null);
    await change({ shortcuts: withKeys(command, keys, snapshot) });
  };
  /** Another command may use its default keys by now. */
  const reset = (command: Command): void => {
    const before = { ...snapshot, settings: { ...snapshot.settings, shortcuts: withKeys(command, null, snapshot) } };
    const refusal = shortcutRefusal(command, keysFor(command, before), commands, before);
    if (refusal?.why === 'taken') {
      setRefused({ id: command.id, sentence: sentenceOf(refusal, keysFor(command, before)) });
    } else void set(command, null);
  };

  return (
    <div>
      <p className="text-ink-2 text-ui">{shortcuts.keyboard.intro}</p>
      {snapshot.host === 'browser' && <p className="mt-1 text-ink-3 text-small">{shortcuts.keyboard.browser}</p>}
      <div className="sticky -top-6 z-10 -mx-1 my-3 flex items-center gap-2 bg-over px-1 py-2">
        <FilterRow
          label={shortcuts.list.find}
          text={typed}
          onText={setTyped}
          isFiltered={typed.trim() !== ''}
          left={{ shown: sections.flatMap((section) => section.commands).length, of: commands.length }}
          onClear={() => setTyped('')}
          className="flex-1"
        />
        <Button disabled={!anyChanged} onClick={() => void change({ shortcuts: {} })}>
          {shortcuts.keyboard.resetAll}
        </Button>
      </div>
      {error && (
        <p className="mb-2 text-fail text-small" role="alert">
          {strings.sentences.beside([shortcuts.keyboard.failed, error])}
        </p>
      )}
      {sections.length === 0 && (
        <p className="text-ink-3 text-ui" role="status">
          {shortcuts.list.empty}
        </p>
      )}
      {sections.map((section) => (
        <section key={section.group} className="mb-5">
          <h4 className="mb-1 font-strong text-ui">{section.title}</h4>
          <ul className="divide-y divide-line">
            {section.commands.map((command) => (
              <li key={command.id} className="py-1" data-command={command.id}>
                <div className="flex min-h-8 items-center gap-2 text-ui">
                  <span className="min-w-0 flex-1">
                    {titleOf(command)}
                    {hasCustomShortcut(command, snapshot) && (
                      <span className="ml-2 text-ink-3 text-small">{shortcuts.keyboard.changed}</span>
                    )}
                  </span>
                  {hasCustomShortcut(command, snapshot) && (
                    <IconButton
                      icon={RotateCcw}
                      size="small"
                      label={shortcuts.keyboard.reset(titleOf(command))}
                      onClick={() => reset(command)}
                    />
                  )}
                  <KeyField
                    title={titleOf(command)}
                    keys={keysFor(command, snapshot)}
                    fixed={command.fixed ?? false}
                    invalid={refused?.id === command.id}
                    onKeys={(keys) => void set(command, keys)}
                    onLeave={() => refused?.id === command.id && setRefused(null)}
                  />
                </div>
                {refused?.id === command.id && (
                  <p className="pb-1 text-right text-fail text-small" role="alert">
                    {refused.sentence}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function sentenceOf(refusal: Refusal, keys: Keys): string {
  const keysLabel = keysText(keys, isMac());
  switch (refusal.why) {
    case 'taken':
      return shortcuts.keyboard.taken(keysLabel, titleOf(refusal.by));
    case 'bare':
      return shortcuts.keyboard.bare;
    case 'editing':
      return shortcuts.keyboard.editing(keysLabel);
    case 'browser':
      return shortcuts.keyboard.browserOwn(keysLabel);
  }
}

export const keyboardPage: SettingsPage = { icon: Keyboard, words: strings.commands, Section: KeyboardSection };
