// What the servers of Responses take beyond what they have in common, by host. Sources: OpenAI's API description (all);
// learn.microsoft.com, Azure OpenAI v1 (`api-key`); docs.x.ai, Responses (`prompt_cache_key`, `web_search`); OpenRouter's
// Responses guide (encrypted thinking may stand last); api-docs.deepseek.com (thinking in the open, calls before results).

import type { SchemaRuleName } from '../../lib/toolSchema/wireSchema.ts';

export interface ResponsesDialect {
  /** One key for all requests of a conversation, so that they find one cache. */
  cacheKey: boolean;
  /** Thinking comes back encrypted when it is asked for. */
  encrypted: boolean;
  /** A summary of the thinking can be asked for. */
  summary: boolean;
  /** Takes its thinking back as plain text. */
  openThinking: boolean;
  /** Its thinking may stand behind what it led to. */
  thinkingLast: boolean;
  /** Nothing may stand between the calls of a reply. */
  callsLast: boolean;
  /** Has a web search of its own. */
  search: boolean;
  /** Takes a key in `api-key`. */
  keyHeader: boolean;
  /** Takes any string as a call's arguments; other servers parse it and want an object. */
  anyArguments: boolean;
  /** The form in which it takes the schemas of tools. */
  schemas: SchemaRuleName;
}

const openai: ResponsesDialect = {
  cacheKey: true,
  encrypted: true,
  summary: true,
  openThinking: false,
  thinkingLast: false,
  callsLast: false,
  search: true,
  keyHeader: false,
  anyArguments: true,
  schemas: 'standard',
};

export const compatible: ResponsesDialect = {
  ...openai,
  cacheKey: false,
  summary: false,
  openThinking: true,
  search: false,
  anyArguments: false,
  schemas: 'local',
};

const byHost: readonly (readonly [RegExp, ResponsesDialect])[] = [
  [/^api\.openai\.com$/, openai],
  [
    /\.(openai|services\.ai|cognitiveservices)\.azure\.(com|us)$/,
    { ...openai, search: false, keyHeader: true, anyArguments: false },
  ],
  [/(^|\.)x\.ai$/, { ...openai, summary: false, anyArguments: false }],
  [/(^|\.)openrouter\.ai$/, { ...openai, thinkingLast: true, openThinking: true, search: false, anyArguments: false }],
  [/(^|\.)deepseek\.com$/, { ...compatible, encrypted: false, callsLast: true, schemas: 'standard' }],
  [/^bedrock-(mantle|runtime)\..*\.(api\.aws|amazonaws\.com)$/, { ...openai, search: false, anyArguments: false }],
];

/** `host`: without a port. */
export function responsesDialect(host: string): ResponsesDialect {
  return byHost.find(([pattern]) => pattern.test(host))?.[1] ?? compatible;
}
