// Validates what our agent sends against the protocol's published JSON schema: each request and notification by its method,
// each response by the method of its request.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Rpc {
  jsonrpc?: unknown;
  id?: string | number | null;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: unknown;
}

const folder = join(dirname(createRequire(import.meta.url).resolve('@agentclientprotocol/sdk')), '../../../schema/v1');

/** By method: what the agent sends, and what it answers. */
const sent: Readonly<Record<string, string>> = {
  'session/update': 'SessionNotification',
  'session/request_permission': 'RequestPermissionRequest',
  'elicitation/create': 'CreateElicitationRequest',
  'elicitation/complete': 'CompleteElicitationNotification',
  'fs/read_text_file': 'ReadTextFileRequest',
  '$/cancel_request': 'CancelRequestNotification',
};
const answers: Readonly<Record<string, string>> = {
  initialize: 'InitializeResponse',
  authenticate: 'AuthenticateResponse',
  'session/new': 'NewSessionResponse',
  'session/load': 'LoadSessionResponse',
  'session/resume': 'ResumeSessionResponse',
  'session/list': 'ListSessionsResponse',
  'session/close': 'CloseSessionResponse',
  'session/delete': 'DeleteSessionResponse',
  'session/set_mode': 'SetSessionModeResponse',
  'session/set_config_option': 'SetSessionConfigOptionResponse',
  'session/prompt': 'PromptResponse',
  'session/fork': 'ForkSessionResponse',
};

const validators = new Map<string, ValidateFunction>();

function validatorOf(name: string): ValidateFunction {
  const existing = validators.get(name);
  if (existing) return existing;
  // Only forking is a draft.
  const file = name.startsWith('Fork') ? 'schema.unstable.json' : 'schema.json';
  const { $defs } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { $defs: Record<string, unknown> };
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const made = ajv.compile({ $defs, $ref: `#/$defs/${name}` });
  validators.set(name, made);
  return made;
}

/** Returns why a line of the agent is not valid; null if it is. `methodOf`: the method of a request of the client. */
export function acpProblem(line: string, methodOf: (id: unknown) => string | undefined): string | null {
  let message: Rpc;
  try {
    message = JSON.parse(line) as Rpc;
  } catch {
    return `not JSON: ${line.slice(0, 200)}`;
  }
  if (message.jsonrpc !== '2.0') return `not JSON-RPC: ${line.slice(0, 200)}`;
  if (message.method === undefined && message.error !== undefined) return check('Error', message.error);
  const method = message.method ?? methodOf(message.id);
  const name = message.method === undefined ? answers[method ?? ''] : sent[method ?? ''];
  if (name === undefined) return `unknown: ${line.slice(0, 200)}`;
  return check(name, message.method === undefined ? message.result : message.params);
}

function check(name: string, value: unknown): string | null {
  const validate = validatorOf(name);
  if (validate(value)) return null;
  return `${name}: ${JSON.stringify(validate.errors?.slice(0, 3))} in ${JSON.stringify(value).slice(0, 600)}`;
}
