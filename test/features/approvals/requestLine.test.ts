// A waiting agent's call as described among others.

import { expect, test } from 'vitest';
import { requestLine } from '../../../renderer/features/approvals/TogetherItem.tsx';

test('an agent’s call has a sentence like any other', () => {
  const text = (said: string) => ({ type: 'text', text: said }) as const;
  expect(requestLine({ toolName: 'read_file', preview: text('Read src/a.ts') })).toBe('Read src/a.ts');
  expect(requestLine({ toolName: 'run_command', preview: { type: 'command', command: 'npm test', cwd: '/p' } })).toBe(
    'Run npm test',
  );
  expect(
    requestLine({ toolName: 'write_file', preview: { type: 'diff', path: 'a.md', diff: '', isNew: true } }),
  ).toContain('a.md');
  expect(requestLine({ toolName: 'fetch_url', preview: text('GET https://x.example') })).not.toContain('fetch_url');
});
