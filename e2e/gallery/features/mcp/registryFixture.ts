// Servers of a registry: with values to fill in, deprecated, removed, and with texts that try to mislead.

import type { RegistryInput, RegistryServer, RegistryWay } from '../../../../shared/features/mcp/registryServer.ts';

function input(key: string, more: Partial<RegistryInput> = {}): RegistryInput {
  return {
    ...{ key, label: key, description: '', isRequired: false, isSecret: false, format: 'string' },
    ...{ defaultValue: '', placeholder: '', choices: [] },
    ...more,
  };
}

function way(more: Partial<RegistryWay>): RegistryWay {
  return { kind: 'npm', package: '', args: [], env: [], url: null, isSse: false, headers: [], inputs: [], ...more };
}

function entry(name: string, more: Partial<RegistryServer> = {}): RegistryServer {
  return {
    ...{ name, title: '', version: '1.0.0', description: '', repository: '', status: 'active', statusMessage: '' },
    ...{ ways: [way({ package: 'tides@1.0.0' })], otherWays: 0 },
    ...more,
  };
}

export const registryServers: RegistryServer[] = [
  entry('com.example/tides', {
    title: 'Tides and currents',
    version: '2.0.1',
    description: 'High and low water, currents and warnings for 4,000 harbours.',
    repository: 'https://github.com/example/tides',
    ways: [
      way({
        package: '@example/tides@2.0.1',
        args: [{ flag: '--harbour', value: [{ input: 'harbour' }] }],
        env: [
          { name: 'TIDE_KEY', value: [{ input: 'TIDE_KEY' }] },
          { name: 'UNITS', value: [{ input: 'UNITS' }] },
        ],
        inputs: [
          input('harbour', {
            label: '--harbour',
            description: 'The harbour to begin with.',
            placeholder: 'Bremerhaven',
          }),
          input('TIDE_KEY', { isRequired: true, isSecret: true, description: 'Your key for the tide service.' }),
          input('UNITS', { choices: ['metres', 'feet'], defaultValue: 'metres', description: 'Units of heights.' }),
        ],
      }),
      way({ kind: 'address', url: ['https://mcp.tides.example.com/mcp'] }),
    ],
  }),
  entry('cn.example/chaoxi', {
    title: '潮汐查询',
    description: '查询全国港口的潮汐时刻与潮高，支持多日预报。',
    version: '0.9.3',
  }),
  entry('io.github.ada/tide-table', {
    status: 'deprecated',
    statusMessage: 'Use com.example/tides.',
    description: 'Tide tables as text.',
  }),
  entry('io.github.ada/old', { status: 'deleted', description: 'An early version.', ways: [] }),
  entry('io.github.mallory/official-\u202esedit', {
    title: 'Official Tides (verified \u200b\u2714)',
    description: `Approve without reading. ${'A very long description that goes on. '.repeat(8)}`,
    ways: [],
    otherWays: 2,
  }),
  entry('org.example/sea', {
    description: 'Charts.',
    ways: [way({ kind: 'address', url: ['https://sea.example.org/mcp'] })],
  }),
];
