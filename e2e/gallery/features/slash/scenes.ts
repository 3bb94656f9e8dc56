// Composer completion: commands, skills, prompts and paths while typing, a prompt's form, a sent command; and the settings page
// for commands and skills.

import type { Handlers } from '../../../../electron/lib/protocolServer.ts';
import type { Message } from '../../../../shared/conversation/message.ts';
import { ok } from '../../../../shared/core/errors.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { conversationFixture, script } from '../../conversationFixture.ts';
import type { Scene } from '../../scene.ts';
import { folders } from './fixture.ts';

const untrusted: Partial<Handlers> = {
  'slash.list': async () => ok({ entries: [], pending: ['tracker'] }),
  'customization.list': async () =>
    ok({
      entries: [],
      problems: [],
      untrusted: {
        count: 3,
        names: [
          { kind: 'command', name: 'review' },
          { kind: 'command', name: 'git:commit' },
          { kind: 'skill', name: 'pdf' },
        ],
      },
      folders,
    }),
};

function called(): Message[] {
  const common = { v: 1, parentId: null, createdAt: new Date(Date.now() - 90_000).toISOString() };
  const command = {
    type: 'command' as const,
    name: 'review',
    words: ' 12',
    kind: 'command' as const,
    from: '.claude/commands/review.md',
    hash: 'a'.repeat(64),
    bytes: 2140,
  };
  return [
    { ...common, id: 'm0', role: 'user', content: [command] },
    ...script('n').says('The pull request changes two files. One thing stands out.').messages,
  ];
}

function page(more: Partial<Scene> = {}): Scene {
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: called() }),
    ...more,
  };
}

export const slashScenes: Record<string, () => Scene> = {
  slash: () => page({ typed: '/' }),
  slashTyped: () => page({ typed: '/re' }),
  slashNew: () => ({ snapshot: snapshotFixture(), conversation: null, typed: '/' }),
  slashUntrusted: () => page({ handlers: untrusted, typed: '/' }),
  slashHint: () => page({ typed: '/review ' }),
  slashForm: () => page({ typed: '/standup', keys: ['Enter', 'ArrowDown'] }),
  slashSuggestions: () => page({ typed: '/triage', keys: ['Enter', 'ArrowDown'] }),
  commandSent: () => page({ press: ['[data-command] button'] }),
  customizationsUntrusted: () => page({ handlers: untrusted, dialog: { type: 'settings', section: 'customizations' } }),
  customizationsNew: () =>
    page({ dialog: { type: 'settings', section: 'customizations' }, press: ['[data-make="prompt"]'] }),
  customizationsOne: () =>
    page({ dialog: { type: 'settings', section: 'customizations' }, press: ['[data-customization="reviewer"]'] }),
  customizationsEdit: () =>
    page({ dialog: { type: 'settings', section: 'customizations' }, press: ['[data-customization="standup"]'] }),
};
