// The odd agent's options: modes, and config options of each type, one of them in groups.

import type { Oddity } from './oddities.ts';
import type { OddSession } from './sessions.ts';
import { Refused, type Row, type Wire } from './wire.ts';

const choices = (...words: string[]): Row[] => words.map((value) => ({ value, name: value }));

const groups = [
  { group: 'odd', name: 'Odd', options: choices('odd/plain', 'odd/large') },
  { group: 'free', name: 'Free', options: choices('free/small') },
];

export function optionsOf({ options }: OddSession): Row[] {
  return [
    {
      id: 'mode',
      name: 'Mode',
      category: 'mode',
      type: 'select',
      currentValue: options.mode,
      options: choices('build', 'plan'),
    },
    { id: 'model', name: 'Model', category: 'model', type: 'select', currentValue: options.model, options: groups },
    {
      id: 'effort',
      name: 'Effort',
      category: 'thought_level',
      type: 'select',
      currentValue: options.effort,
      options: choices('low', 'medium', 'high'),
    },
    { id: 'verbose', name: 'Verbose', category: '_vendor', type: 'boolean', currentValue: options.verbose },
  ];
}

const modesOf = ({ options }: OddSession): Row => ({
  currentModeId: options.mode,
  availableModes: [
    { id: 'build', name: 'Build', description: 'May change files' },
    { id: 'plan', name: 'Plan' },
  ],
});

export function sessionFields(session: OddSession, modesOnly: boolean): Row {
  return { modes: modesOf(session), ...(modesOnly ? {} : { configOptions: optionsOf(session) }) };
}

export function changeOption(
  session: OddSession,
  id: string,
  value: unknown,
  wire: Wire,
  has: (oddity: Oddity) => boolean,
): Row {
  if (!(id in session.options)) throw new Refused({ code: -32602, message: `Invalid params: no option ${id}` });
  if (has('set-option-error'))
    throw new Refused({ code: -32603, message: `Internal error: ${id} cannot be changed now` });
  if (has('set-option-ignored')) return {};
  session.options[id] = value as string | boolean;
  session.save();
  if (id === 'mode') {
    const update = { sessionUpdate: 'current_mode_update', currentModeId: value };
    wire.notify('session/update', { sessionId: session.id, update });
  }
  return {};
}
