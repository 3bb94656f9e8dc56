// `aimock`, a third-party model server, behind a recorder: every request is recorded exactly and checked against its
// API's rules, and the answer is passed on as aimock sends it, including interruptions.

import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ChatCompletionRequest, type FixtureOpts, type FixtureResponse, LLMock } from '@copilotkit/aimock';
import { expect, onTestFinished } from 'vitest';
import { readBody, requestOf, violationsOf, type WireRequest } from './wireServer.ts';

export interface AimockServer {
  /** Without a path. */
  address: string;
  /** For replies, oldest first. */
  requests: WireRequest[];
  mock: LLMock;
  /** Sets the next answers; the last one repeats. */
  say(
    answers: readonly FixtureResponse[] | ((request: ChatCompletionRequest) => FixtureResponse),
    how?: FixtureOpts,
  ): void;
}

/** Call it inside a test, with which it ends. */
export async function startAimock(): Promise<AimockServer> {
  const mock = new LLMock({ port: 0, logLevel: 'silent' });
  await mock.start();
  const requests: WireRequest[] = [];
  const broken: string[] = [];
  const ear = createServer(async (incoming, response) => {
    const text = await readBody(incoming);
    const asked = requestOf(incoming, text);
    if (asked) {
      requests.push(asked);
      const breaks = violationsOf(asked).map(({ rule, where, message }) => `${rule} ${where}: ${message}`);
      broken.push(...breaks.map((each) => `${asked.kind}: ${each}`));
    }
    pass(incoming, text, response, mock.port);
  });
  await new Promise<void>((resolve) => ear.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    ear.closeAllConnections();
    await new Promise((resolve) => ear.close(resolve));
    await mock.stop();
    expect(broken).toEqual([]);
  });
  return {
    address: `http://127.0.0.1:${(ear.address() as AddressInfo).port}`,
    requests,
    mock,
    say(answers, how) {
      const left = typeof answers === 'function' ? [] : [...answers];
      const next = (): FixtureResponse => (left.length > 1 ? left.shift() : left[0]) ?? { content: '' };
      mock.clearFixtures();
      mock.on({ predicate: () => true }, typeof answers === 'function' ? answers : next, how);
    },
  };
}

function pass({ method, url, headers }: IncomingMessage, text: string, response: ServerResponse, port: number): void {
  const { host: _host, 'content-length': _length, ...kept } = headers;
  const onward = forward({ host: '127.0.0.1', port, method, path: url, headers: kept, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    response.flushHeaders();
    answer.on('data', (bytes: Buffer) => response.write(bytes));
    answer.on('end', () => response.end());
    answer.on('error', () => response.destroy());
  });
  onward.on('error', () => response.destroy());
  response.on('error', () => onward.destroy());
  response.on('close', () => onward.destroy());
  onward.end(text);
}
