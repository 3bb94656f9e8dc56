// A provider from a backup of another machine: its address may not be the one that a saved key belongs to.

import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { failureOf, replyOf } from '../../support/modelCall.ts';
import { openRegistry } from '../../support/openRegistry.ts';
import { okValue } from '../../support/result.ts';
import { startWireServer } from '../../support/wires/wireServer.ts';
import { baseUrlOf } from '../../support/wireUnderTest.ts';

test(
  cite('SHIP-6', 'a saved key is not sent to the address of a restored provider, until it is entered again'),
  async () => {
    const server = await startWireServer(() => ({ text: 'yes' }));
    const { save, registry, stored, update } = openRegistry();
    const { id } = await save({ baseUrl: baseUrlOf('openai', server.address) });
    okValue(await registry.setKey(id, 'key-0123456789'));
    const { providers } = stored();
    await update({ providers: providers.map((each) => ({ ...each, restored: true })) });
    const before = await failureOf(okValue(await registry.get(id)));
    expect(before.code).toBe('LLM_AUTH_FAILED');
    expect(server.requests).toEqual([]);
    okValue(await registry.setKey(id, 'key-9876543210'));
    await replyOf(okValue(await registry.get(id)));
    expect(server.requests.length).toBe(1);
  },
);
