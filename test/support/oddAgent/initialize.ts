// How the odd agent answers `initialize`, and what it sends before.

import type { Oddity } from './oddities.ts';
import { whenExists } from './whenExists.ts';
import type { Row, Wire } from './wire.ts';

type Has = (oddity: Oddity) => boolean;

/** Waits as the oddities ask. */
export function initializeLater(answer: () => void, oddityValue: (oddity: Oddity) => string, has: Has): void {
  if (has('dies-at-initialize')) {
    process.stderr.write('Error: Cannot find module "@kilocode/cli-linux-x64"\n');
    process.exit(1);
  }
  if (has('initialize-when')) void whenExists(oddityValue('initialize-when')).then(answer);
  else answer();
}

function signIns(has: Has): Row[] {
  if (has('auth-none')) return [];
  if (has('auth-untyped'))
    return [{ id: 'login', name: 'Login with opencode', description: 'Run `opencode auth login`' }];
  const terminal = {
    id: 'terminal-login',
    name: 'Log in',
    type: 'terminal',
    args: ['--login'],
    env: { ODD_LOGIN: '1' },
  };
  const key = { id: 'api-key', name: 'Use an API key', description: 'Reads ODD_API_KEY' };
  return has('auth-terminal') ? [terminal] : has('auth-required') || has('auth-fails') ? [terminal, key] : [];
}

export function answerInitialize(id: unknown, wire: Wire, has: Has): void {
  if (has('garbage')) for (let n = 0; n < 200; n++) wire.raw(`Listening… ${n} {"not": json\n`);
  if (has('json-logs')) wire.raw(`"starting"\n42\n[1,2]\n${JSON.stringify({ id, level: 'info', msg: 'starting' })}\n`);
  if (has('bad-utf8')) wire.raw(Uint8Array.of(0xff, 0xfe, 0x80, 0x0a));
  if (has('unasked-notifications')) {
    wire.notify('_auth/status_update', { status: 'signed_in' });
    wire.notify('_vendor/telemetry', [1, 2, 3]);
  }
  if (has('unasked-requests')) void wire.request('_vendor/who', { a: 1 });
  if (has('initialize-error')) {
    wire.refuse(id, -32603, 'Internal error: cannot open the configuration');
    return;
  }

  const sessionCapabilities = {
    ...(has('no-list') ? {} : { list: {} }),
    ...(has('no-resume') || has('no-load') ? {} : { resume: {} }),
    close: {},
  };
  const agentCapabilities = {
    loadSession: !has('no-load'),
    promptCapabilities: { image: true, embeddedContext: true },
    mcpCapabilities: { http: true, sse: true },
    sessionCapabilities,
  };
  const result = {
    protocolVersion: has('other-version') ? 2 : has('version-text') ? '2025-11-25' : 1,
    agentInfo: { name: 'odd-agent', title: 'Odd agent', version: '1.2.3' },
    authMethods: signIns(has),
    ...(has('no-capabilities') ? {} : { agentCapabilities }),
  };
  if (has('pretty-initialize')) wire.raw(`${JSON.stringify({ jsonrpc: '2.0', id, result }, null, 2)}\n`);
  else wire.respond(id, result);
}
