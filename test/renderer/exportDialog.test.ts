// The dialog that exports a conversation says which one it is, and how much of it.

import { expect, test } from 'vitest';
import { besideCount } from '../../renderer/branches/ExportDialog.tsx';
import { cite } from '../support/cite.ts';

const branch = (messageId: string) => ({ messageId, saidId: messageId, leafId: messageId, createdAt: '', label: '' });
const fork = (active: number, ...ids: string[]) => ({ parentId: null, branches: ids.map(branch), active });

test(cite('UI-6', 'branches beside the open one are counted, where none is open all of them'), () => {
  expect(besideCount([])).toBe(0);
  expect(besideCount([fork(0, 'a', 'b', 'c'), fork(1, 'd', 'e')])).toBe(3);
  expect(besideCount([fork(-1, 'a', 'b')])).toBe(2);
});
