// Tool calls in the forms in which servers stream them.

import { afterEach, describe, expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { deltaStep, type FakeModelServer, type Reply, startFakeModelServer } from '../../support/fakeModelServer.ts';
import { replyOf } from '../../support/modelCall.ts';
import { openAiProvider } from '../../support/openAiProvider.ts';

let server: FakeModelServer;
afterEach(() => server.close());

async function serve(...replies: Reply[]) {
  server = await startFakeModelServer({ replies });
  return openAiProvider(server.url);
}

const piece = (value: unknown) => deltaStep({ tool_calls: [value] });
const end = { finish: 'tool_calls' } as const;

const read = (path: string) => JSON.stringify({ path });
const two = [
  { id: 'a', name: 'read_file', arguments: read('1') },
  { id: 'b', name: 'list_files', arguments: read('2') },
];
const whole = (id: string, name: string, text: unknown, index?: number) => ({
  ...(index === undefined ? {} : { index }),
  id,
  type: 'function',
  function: { name, arguments: text },
});

const forms: [name: string, steps: object[], calls: { id: string; name: string; arguments: string }[]][] = [
  [
    'whole calls in one chunk each',
    [piece(whole('a', 'read_file', read('1'), 0)), piece(whole('b', 'list_files', read('2'), 1))],
    two,
  ],
  [
    'both calls in one chunk',
    [deltaStep({ tool_calls: [whole('a', 'read_file', read('1'), 0), whole('b', 'list_files', read('2'), 1)] })],
    two,
  ],
  [
    'both calls in one chunk without index',
    [deltaStep({ tool_calls: [whole('a', 'read_file', read('1')), whole('b', 'list_files', read('2'))] })],
    two,
  ],
  [
    'interleaved by index',
    [
      piece(whole('a', 'read_file', '', 0)),
      piece(whole('b', 'list_files', '', 1)),
      piece({ index: 0, function: { arguments: '{"pa' } }),
      piece({ index: 1, function: { arguments: '{"path"' } }),
      piece({ index: 0, function: { arguments: 'th":"1"}' } }),
      piece({ index: 1, function: { arguments: ':"2"}' } }),
    ],
    two,
  ],
  [
    'index missing, in pieces',
    [
      piece(whole('a', 'read_file', '')),
      piece({ function: { arguments: '{"path":' } }),
      piece({ function: { arguments: '"1"}' } }),
      piece(whole('b', 'list_files', '')),
      piece({ function: { arguments: read('2') } }),
    ],
    two,
  ],
  ['index from 1', [piece(whole('a', 'read_file', read('1'), 1)), piece(whole('b', 'list_files', read('2'), 2))], two],
  [
    'index with gaps',
    [piece(whole('a', 'read_file', read('1'), 0)), piece(whole('b', 'list_files', read('2'), 7))],
    two,
  ],
  [
    'all index 0, different ids, in pieces',
    [
      piece(whole('a', 'read_file', '', 0)),
      piece({ index: 0, function: { arguments: read('1') } }),
      piece(whole('b', 'list_files', '', 0)),
      piece({ index: 0, function: { arguments: read('2') } }),
    ],
    two,
  ],
  [
    'all index 0, interleaved by id',
    [
      piece(whole('a', 'read_file', '', 0)),
      piece(whole('b', 'list_files', '', 0)),
      piece({ index: 0, id: 'a', function: { arguments: read('1') } }),
      piece({ index: 0, id: 'b', function: { arguments: read('2') } }),
    ],
    two,
  ],
  [
    'the name comes late',
    [
      piece({ index: 0, id: 'a', function: {} }),
      piece({ index: 0, function: { name: 'read_file' } }),
      piece({ index: 0, function: { arguments: read('1') } }),
      piece(whole('b', 'list_files', read('2'), 1)),
    ],
    two,
  ],
  [
    'the name in pieces',
    [
      piece(whole('a', 'read_', '', 0)),
      piece({ index: 0, function: { name: 'file' } }),
      piece({ index: 0, function: { arguments: read('1') } }),
      piece(whole('b', 'list_files', read('2'), 1)),
    ],
    two,
  ],
  [
    'the name with every piece',
    [
      piece(whole('a', 'read_file', '{"path"', 0)),
      piece(whole('a', 'read_file', ':"1"}', 0)),
      piece(whole('b', 'list_files', read('2'), 1)),
    ],
    two,
  ],
  [
    'an extra empty chunk at the end',
    [
      piece(whole('a', 'read_file', read('1'), 0)),
      piece(whole('b', 'list_files', read('2'), 1)),
      piece({ index: 0, id: '', function: { name: '', arguments: '' } }),
      piece({ index: 2, function: { arguments: '' } }),
    ],
    two,
  ],
  [
    'a whole call said twice',
    [
      piece(whole('a', 'read_file', read('1'), 0)),
      piece(whole('a', 'read_file', read('1'), 0)),
      piece(whole('b', 'list_files', read('2'), 1)),
    ],
    two,
  ],
  [
    'a new id with each piece',
    [
      piece(whole('a', 'read_file', '', 0)),
      piece({ index: 0, id: 'a2', function: { arguments: '{"path":' } }),
      piece({ index: 0, id: 'a3', function: { arguments: '"1"}' } }),
      piece(whole('b', 'list_files', read('2'), 1)),
    ],
    two,
  ],
  [
    'an empty object before the arguments',
    [
      piece(whole('a', 'read_file', '{}', 0)),
      piece({ index: 0, function: { arguments: '{"path":' } }),
      piece({ index: 0, function: { arguments: '"1"}' } }),
      piece(whole('b', 'list_files', read('2'), 1)),
    ],
    two,
  ],
  [
    'ids missing, all index 0',
    [
      piece({ index: 0, function: { name: 'read_file', arguments: read('1') } }),
      piece({ index: 0, function: { name: 'list_files', arguments: read('2') } }),
    ],
    two.map((call) => ({ ...call, id: '' })),
  ],
  [
    'ids and index missing, the same tool',
    [
      piece({ function: { name: 'read_file', arguments: read('1') } }),
      piece({ function: { name: 'read_file', arguments: read('2') } }),
    ],
    [
      { id: '', name: 'read_file', arguments: read('1') },
      { id: '', name: 'read_file', arguments: read('2') },
    ],
  ],
  [
    'ids empty',
    [piece(whole('', 'read_file', read('1'), 0)), piece(whole('', 'list_files', read('2'), 1))],
    two.map((call) => ({ ...call, id: '' })),
  ],
  [
    'one id for all',
    [piece(whole('x', 'read_file', read('1'), 0)), piece(whole('x', 'list_files', read('2'), 1))],
    two.map((call) => ({ ...call, id: 'x' })),
  ],
  [
    'one id and one index for all',
    [piece(whole('x', 'read_file', read('1'), 0)), piece(whole('x', 'read_file', read('2'), 0))],
    [
      { id: 'x', name: 'read_file', arguments: read('1') },
      { id: 'x', name: 'read_file', arguments: read('2') },
    ],
  ],
  [
    'arguments as an object',
    [piece(whole('a', 'read_file', { path: '1' }, 0)), piece(whole('b', 'list_files', { path: '2' }, 1))],
    two,
  ],
  [
    'arguments null, missing or empty',
    [
      piece(whole('a', 'x', null, 0)),
      piece({ index: 1, id: 'b', function: { name: 'y' } }),
      piece(whole('c', 'z', '', 2)),
    ],
    [
      { id: 'a', name: 'x', arguments: '' },
      { id: 'b', name: 'y', arguments: '' },
      { id: 'c', name: 'z', arguments: '' },
    ],
  ],
  [
    'arguments encoded twice stay as they came',
    [piece(whole('a', 'x', '"{\\"path\\":\\"1\\"}"', 0))],
    [{ id: 'a', name: 'x', arguments: '"{\\"path\\":\\"1\\"}"' }],
  ],
  [
    'arguments that are no JSON stay as they came',
    [piece(whole('a', 'x', '{"path": ', 0))],
    [{ id: 'a', name: 'x', arguments: '{"path": ' }],
  ],
];

describe('calls', () => {
  test.each(forms)(cite(['STREAM-2', 'STREAM-3', 'STREAM-4'], '%s'), async (_name, steps, calls) => {
    const provider = await serve([...(steps as never[]), end]);
    expect((await replyOf(provider)).calls).toEqual(calls);
  });

  test(cite('STREAM-11', 'a __proto__ key in arguments stays text and changes no object'), async () => {
    const text = '{"__proto__":{"polluted":true}}';
    const provider = await serve(
      [piece(whole('a', 'x', text, 0)), end],
      [
        {
          raw: [
            `data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"name":"x","arguments":${text}}}]},"finish_reason":"stop"}]}\n\n`,
          ],
        },
      ],
    );
    expect((await replyOf(provider)).calls[0]?.arguments).toBe(text);
    expect((await replyOf(provider)).calls[0]?.arguments).toBe(text);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('a megabyte call in small pieces takes linear time', { tags: ['all'] }, async () => {
    const text = JSON.stringify({ content: 'if (a) { b } '.repeat(80_000) });
    const provider = await serve([{ calls: [{ id: 'a', name: 'write_file', arguments: text, pieces: 20_000 }] }]);
    expect((await replyOf(provider)).calls[0]?.arguments).toBe(text);
  });
});
