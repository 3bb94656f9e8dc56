import { expect, test } from 'vitest';
import { createCommandReader } from '../../../electron/tools/shell/commandFacts.ts';
import { decide, type PermissionRule } from '../../../shared/permission/permission.ts';
import { cite } from '../../support/cite.ts';

const refused: PermissionRule = {
  id: 'r',
  effect: 'deny',
  match: { tool: 'run_command', command: ['pytest'] },
  scope: { type: 'always' },
  origin: { type: 'settings' },
  createdAt: '',
  lastUsedAt: null,
};

test.each(['uv run pytest', 'poetry run pytest -q', 'python -m pytest', 'npx pytest', 'env uv run pytest'])(
  cite('APPROVE-3', 'a denial applies to a program that another one starts, whatever its name: %s'),
  async (text) => {
    const command = await createCommandReader('linux')(text);
    const facts = { toolName: 'run_command', kind: 'execute' as const, command };
    expect(decide({ mode: 'all', facts, rules: [refused], folder: '/project' }).action).not.toBe('allow');
  },
);
