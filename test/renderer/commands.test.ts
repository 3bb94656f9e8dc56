// The table of commands: each one's title, how it is reached, and what a key press does.

import { describe, expect, test } from 'vitest';
import { createToastUndo } from '../../renderer/app/toastUndo.ts';
import { commandOf as commandIn } from '../../renderer/core/commands/commandList.ts';
import {
  ariaKeys,
  isBrowserReserved,
  isEditingShortcut,
  isHandledByField,
  type KeyPress,
  needsModifier,
  possibleShortcuts,
} from '../../renderer/core/commands/keys.ts';
import {
  commandsByShortcut,
  defaultKeys,
  keysFor,
  shortcutRefusal,
  withKeys,
} from '../../renderer/core/commands/shortcuts.ts';
import { noTarget } from '../../renderer/core/state/commandTarget.ts';
import type { CommandId, Session } from '../../renderer/core/state/session.ts';
import { createToasts } from '../../renderer/core/state/toasts.ts';
import { en } from '../../renderer/core/strings/en.ts';
import { zh } from '../../renderer/core/strings/zh.ts';
import { nextMode } from '../../renderer/features/approvals/commands.ts';
import { commands } from '../../renderer/features.ts';
import { keysText } from '../../renderer/ui/Kbd.tsx';
import { ok } from '../../shared/core/errors.ts';
import type { ApprovalMode } from '../../shared/permission/permission.ts';
import { cite } from '../support/cite.ts';

const commandOf = (id: CommandId) => commandIn(commands, id);

const hosts = ['desktop', 'browser'] as const;
const source = (shortcuts: Record<string, string> = {}, host: (typeof hosts)[number] = 'desktop') => ({
  host,
  settings: { shortcuts },
});

const press = (key: string, code: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('the table', () => {
  test(cite('UI-9', 'every command has a title in both languages, and every title belongs to a command'), () => {
    const ids = commands.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(Object.keys(en.commands.titles).sort());
    for (const id of ids) {
      expect(en.commands.titles[id], id).toMatch(/\S/);
      expect(zh.commands.titles[id], id).toMatch(/[一-鿿]/);
    }
  });

  test(cite('UI-9', 'every action is reached through the palette or listed keys'), () => {
    for (const command of commands) {
      const keys = hosts.map((host) => defaultKeys(command, host));
      const inPalette = command.run !== undefined;
      expect(inPalette || (command.fixed === true && keys.every(Boolean)), command.id).toBe(true);
    }
  });

  test.each(hosts)('no two commands have the same default keys: %s', (host) => {
    const owners = new Map<string, string>();
    for (const command of commands) {
      for (const keys of [defaultKeys(command, host), command.also ?? '']) {
        if (keys === '') continue;
        // Commands in separate places may share keys.
        const place = command.where === undefined ? keys : `${keys} ${command.where}`;
        expect(owners.get(place), `${keys} of ${command.id}`).toBeUndefined();
        if (command.where !== undefined) expect(owners.get(keys), `${keys} of ${command.id}`).toBeUndefined();
        owners.set(place, command.id);
      }
    }
  });

  test('no command has keys that its host or a text field keeps', () => {
    for (const command of commands.filter(({ fixed }) => !fixed)) {
      for (const host of hosts) {
        const keys = defaultKeys(command, host);
        if (keys === '') continue;
        expect(isEditingShortcut(keys) || needsModifier(keys), `${keys} of ${command.id}`).toBe(false);
        if (host === 'browser') expect(isBrowserReserved(keys), `${keys} of ${command.id}`).toBe(false);
        const letter = /^Alt\+(Shift\+)?[A-Z0-9]$/.test(keys);
        expect(letter, `${keys} of ${command.id} types a letter on a Mac`).toBe(false);
      }
    }
  });
});

describe('keys', () => {
  test.each([
    [press('k', 'KeyK', { ctrlKey: true }), false, ['Mod+K']],
    [press('k', 'KeyK', { metaKey: true }), true, ['Mod+K']],
    [press('F', 'KeyF', { ctrlKey: true, shiftKey: true }), false, ['Mod+Shift+F']],
    [press('л', 'KeyK', { ctrlKey: true }), false, ['Mod+K']],
    [press('&', 'Digit1', { ctrlKey: true }), false, ['Mod+&', 'Mod+1']],
    [press('/', 'Digit7', { ctrlKey: true, shiftKey: true }), false, ['Mod+/', 'Mod+Shift+7']],
    [press('?', 'Slash', { shiftKey: true }), false, ['?']],
    [press('ArrowUp', 'ArrowUp', { altKey: true }), false, ['Alt+Up']],
    [press('z', 'KeyY', { ctrlKey: true }), false, ['Mod+Z']],
    [press('F2', 'F2'), false, ['F2']],
    [press('Control', 'ControlLeft', { ctrlKey: true }), false, []],
    [press('Process', 'Space'), false, []],
  ])('%o is %s %s', (event, mac, keys) => {
    expect(possibleShortcuts(event, mac)).toEqual(keys);
  });

  test('are written as each system writes them', () => {
    expect(keysText('Mod+Shift+F', false)).toBe('Ctrl+Shift+F');
    expect(keysText('Mod+Shift+F', true)).toBe('⌘⇧F');
    expect(keysText('Alt+Left', false)).toBe('Alt+←');
    expect(keysText('Mod+Enter', true)).toBe('⌘↩');
    expect(keysText('Esc Esc', true)).toBe('Esc Esc');
  });
});

describe('custom shortcuts', () => {
  const chain = commandOf('panel.chain');

  test(cite('UI-9', 'a changed shortcut runs its command, and the old keys do nothing'), () => {
    const known = commandsByShortcut(commands, source({ 'panel.chain': 'Mod+Shift+U' }));
    expect(known.get('Mod+Shift+U')).toEqual([chain]);
    expect(known.get('Mod+J')).toBeUndefined();
    expect(keysFor(chain, source({ 'panel.chain': '' }))).toBe('');
    expect(commandsByShortcut(commands, source({ 'panel.chain': '' })).get('Mod+J')).toBeUndefined();
  });

  test('an invalid one is rejected, with the reason', () => {
    const refused = (keys: string, shortcuts = {}, host: (typeof hosts)[number] = 'desktop') =>
      shortcutRefusal(chain, keys, commands, source(shortcuts, host));
    expect(refused('Mod+K')).toEqual({ why: 'taken', by: commandOf('palette.open') });
    expect(refused('Mod+K', { 'palette.open': 'Mod+Shift+X' })).toBeNull();
    expect(refused('Mod+Shift+X', { 'palette.open': 'Mod+Shift+X' })).toEqual({
      why: 'taken',
      by: commandOf('palette.open'),
    });
    expect(refused('Mod+Enter')).toMatchObject({ why: 'editing' });
    expect(refused('X')).toEqual({ why: 'bare' });
    expect(refused('Mod+C')).toEqual({ why: 'editing' });
    expect(refused('Mod+W', {}, 'browser')).toEqual({ why: 'browser' });
    expect(refused('Mod+W')).toBeNull();
    expect(refused('F4')).toBeNull();
    expect(refused('Mod+J')).toBeNull();
  });

  test("a change is stored by the command's name, and resetting it leaves nothing", () => {
    expect(withKeys(chain, 'Mod+Shift+X', source({ 'chat.new': '' }))).toEqual({
      'chat.new': '',
      'panel.chain': 'Mod+Shift+X',
    });
    expect(withKeys(chain, null, source({ 'panel.chain': 'Mod+Shift+U' }))).toEqual({});
    expect(withKeys(chain, 'Mod+J', source({ 'panel.chain': 'Mod+Shift+U' }))).toEqual({});
  });
});

describe('a focused field', () => {
  test(
    cite('UI-9', 'moves by paragraph with Alt and an arrow key on macOS; elsewhere they switch conversations'),
    () => {
      for (const keys of ['Alt+Down', 'Alt+Up']) {
        expect(isHandledByField(keys, 'filled', true), keys).toBe(true);
        expect(isHandledByField(keys, 'filled', false), keys).toBe(false);
        expect(isHandledByField(keys, 'empty', true), keys).toBe(false);
      }
      expect(isHandledByField('Mod+K', 'filled', true)).toBe(false);
      expect(isHandledByField('J', 'empty', false)).toBe(true);
    },
  );

  test.each([
    ['Mod+F', false, 'Control+F'],
    ['Mod+F', true, 'Meta+F'],
    ['Mod+Shift+Up', false, 'Control+Shift+ArrowUp'],
    ['Mod++', false, 'Control+Plus'],
  ])('%s is announced to screen readers by its own name (Mac: %s)', (keys, mac, name) => {
    expect(ariaKeys(keys, mac)).toBe(name);
  });

  function undoing() {
    const toasts = createToasts();
    const undone: string[] = [];
    const undo = createToastUndo(toasts);
    const field = new EventTarget();
    const say = (message: string): number =>
      toasts.show({ tone: 'info', message, action: { label: 'Undo', isUndo: true, run: () => undone.push(message) } });
    return { undo, undone, field, say };
  }

  test('emptied since the toast appeared restores its own text', () => {
    const { undo, undone, field, say } = undoing();
    say('archived');
    undo.wrote(field);
    expect(undo.undo('empty', field)).toBe(false);
    expect(undone).toEqual([]);
    expect(undo.undo(null, new EventTarget())).toBe(true);
    expect(undone).toEqual(['archived']);
  });

  test('in which nothing was typed since leaves the keys to the toast; one with text never does', () => {
    const { undo, undone, field, say } = undoing();
    undo.wrote(field);
    say('archived');
    expect(undo.undo('filled', field)).toBe(false);
    expect(undo.undo('empty', field)).toBe(true);
    expect(undone).toEqual(['archived']);
    expect(undo.undo('empty', field)).toBe(false);
  });
});

test(
  cite('UI-6', 'a conversation archived by a command can be restored from the toast, as from its menu'),
  async () => {
    const asked: unknown[] = [];
    const toasts = createToasts();
    const row = { id: 'c', title: 'Slow checks', archived: false };
    const session = {
      toasts,
      panes: { shows: () => false },
      app: { store: { getState: () => ({ snapshot: { conversations: [row] } }) } },
      conversation: { store: { getState: () => ({ id: 'c', state: {} }) } },
      actions: { call: async (_: string, params: unknown) => ok(asked.push(params)), report() {} },
    } as unknown as Session;
    commandOf('conversation.archive').run?.(session, noTarget);
    await new Promise((resolve) => setImmediate(resolve));
    const [toast] = toasts.store.getState().visibleToasts;
    expect(toast?.message).toContain('Slow checks');
    expect(toast?.action?.isUndo).toBe(true);
    toast?.action?.run();
    expect(asked).toEqual([
      { conversationId: 'c', archived: true },
      { conversationId: 'c', archived: false },
    ]);
  },
);

test(
  cite('APPROVE-1', 'one shortcut cycles through the approval modes, never to the one that allows everything'),
  () => {
    const round = (hasSandbox: boolean): ApprovalMode[] => {
      const seen: ApprovalMode[] = ['ask'];
      while (seen.length < 6) seen.push(nextMode(seen.at(-1) ?? 'ask', hasSandbox));
      return seen;
    };
    expect(round(true)).toEqual(['ask', 'reads', 'edits', 'sandbox', 'plan', 'ask']);
    expect(round(false)).toEqual(['ask', 'reads', 'edits', 'plan', 'ask', 'reads']);
    expect(nextMode('sandbox', false)).toBe('plan');
    expect(nextMode('all', true)).toBe('ask');
  },
);
