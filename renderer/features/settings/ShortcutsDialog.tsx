// All shortcuts by group, with a filter. Commands without one are in the palette.

import { useState } from 'react';
import { commandList, commandOf, titleOf } from '../../core/commands/commandList.ts';
import { keysFor } from '../../core/commands/shortcuts.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp, useSession } from '../../core/state/context.tsx';
import type { Keys } from '../../core/state/session.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { FilterRow } from '../../ui/FilterRow.tsx';
import { isMac, keysText } from '../../ui/Kbd.tsx';
import { Modal } from '../../ui/Modal.tsx';

const words = strings.commands;
const { shortcuts } = lateStrings;

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { view, commands } = useSession();
  const [typed, setTyped] = useState('');
  const snapshot = useApp((now) => now);
  const visibleCommands = commands.filter((command) => keysFor(command, snapshot) !== '' || command.also !== undefined);
  const sections = commandList(visibleCommands, typed);
  return (
    <Modal
      title={words.titles['shortcuts.open']}
      onClose={onClose}
      className="h-[min(680px,calc(100dvh-32px))] max-w-[760px]"
      head={
        <FilterRow
          label={shortcuts.list.find}
          text={typed}
          onText={setTyped}
          isFiltered={typed.trim() !== ''}
          left={{ shown: sections.flatMap((section) => section.commands).length, of: visibleCommands.length }}
          onClear={() => setTyped('')}
          className="ml-auto w-full max-w-72 flex-nowrap"
        />
      }
    >
      <section
        className="min-h-0 flex-1 overflow-y-auto px-5 py-4"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        aria-label={words.titles['shortcuts.open']}
      >
        {sections.length === 0 && (
          <p className="text-ink-3 text-ui" role="status">
            {shortcuts.list.empty}
          </p>
        )}
        <div className="gap-8 narrow:columns-2">
          {sections.map((section) => (
            <section key={section.group} className="mb-5 break-inside-avoid-column">
              <h3 className="mb-1 font-strong text-ui">{section.title}</h3>
              <dl>
                {section.commands.map((command) => (
                  <div key={command.id} className="flex min-h-7 items-center gap-3 py-0.5 text-ui">
                    <dt className="min-w-0 flex-1 text-ink-2">
                      {titleOf(command)}
                      {command.where && (
                        <span className="block text-ink-3 text-small">{shortcuts.list.where[command.where]}</span>
                      )}
                    </dt>
                    <dd className="flex shrink-0 items-center gap-1.5 text-ink-3 text-small">
                      {keysFor(command, snapshot) !== '' && <KeyCaps keys={keysFor(command, snapshot)} />}
                      {command.also && (
                        <>
                          {keysFor(command, snapshot) !== '' && words.or}
                          <KeyCaps keys={command.also} />
                        </>
                      )}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </section>
      <div className="flex shrink-0 flex-wrap items-center gap-3 border-line border-t px-5 py-2.5">
        <p className="flex flex-1 items-center gap-2 text-ink-3 text-small">
          {shortcuts.list.palette} <KeyCaps keys={keysFor(commandOf(commands, 'palette.open'), snapshot)} />
        </p>
        <Button onClick={() => view.setState({ dialog: { type: 'settings', section: 'keyboard' } })}>
          {shortcuts.list.change}
        </Button>
      </div>
    </Modal>
  );
}

/** A shortcut drawn as key caps, for lists of shortcuts. */
function KeyCaps({ keys }: { keys: Keys }) {
  return (
    <kbd className="whitespace-nowrap rounded-s border border-line bg-soft px-1.5 py-0.5 font-sans text-ink-2 text-small">
      {keysText(keys, isMac())}
    </kbd>
  );
}
