// The ids of pairings are sent in methods, which take only valid ones.

import { expect, test } from 'vitest';
import { startPairing } from '../../../electron/features/remote/pairing.ts';
import { isSafeId } from '../../../shared/core/ids.ts';
import { cite } from '../../support/cite.ts';
import { okValue } from '../../support/result.ts';

test(cite('REMOTE-1', 'every pairing can be accepted: its id is valid'), () => {
  const file = { v: 1, host: 'host', name: null, devices: [], pairing: null } as const;
  const ids = Array.from(
    { length: 300 },
    () => okValue(startPairing({ ...file, devices: [] }, 'watch', new Date())).value.id,
  );
  expect(ids.filter((id) => !isSafeId(id))).toEqual([]);
});
