// An MCP registry on this machine, with the answers of a test. It records what is asked.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface TestRegistry {
  address: string;
  requests: string[];
  close(): void;
}

export async function startRegistry(answer: (url: string, response: ServerResponse) => unknown): Promise<TestRegistry> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request.url ?? '', response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close };
}

export const weather = {
  server: {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-10-17/server.schema.json',
    name: 'io.github.ada/weather',
    description: 'Forecasts and warnings.',
    version: '1.2.0',
    repository: { url: 'https://github.com/ada/weather', source: 'github' },
    packages: [
      {
        registryType: 'npm',
        identifier: '@ada/weather',
        version: '1.2.0',
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'two words' }],
        environmentVariables: [{ name: 'WEATHER_KEY', isSecret: true, isRequired: true }],
      },
      { registryType: 'pypi', identifier: 'weather-mcp', version: '0.3', transport: { type: 'stdio' } },
      { registryType: 'npm', identifier: 'floating', version: 'latest' },
      { registryType: 'npm', identifier: 'x --eval=1', version: '1.0.0' },
      { registryType: 'mcpb', identifier: 'https://example.com/a.mcpb', version: '1.0.0' },
    ],
    remotes: [
      { type: 'streamable-http', url: 'https://example.com/mcp' },
      { type: 'sse', url: 'https://{host}/mcp' },
    ],
  },
  _meta: { 'io.modelcontextprotocol.registry/official': { status: 'active', isLatest: true } },
};
