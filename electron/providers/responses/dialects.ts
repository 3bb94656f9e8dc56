// Optional features of Responses servers, by host. Sources: OpenAI's API specification (all); learn.microsoft.com,
// Azure OpenAI v1 (`api-key`); docs.x.ai, Responses (`prompt_cache_key`, `web_search`); OpenRouter's Responses guide
// (encrypted thinking may come last); api-docs.deepseek.com (plain thinking, calls before results).

import type { SchemaRuleName } from '../../lib/toolSchema/schemaRules.ts';

export interface ResponsesDialect {
  /** Supports one cache key per conversation. */
  cacheKey: boolean;
  /** Returns encrypted thinking on request. */
  encrypted: boolean;
  /** Can summarize its thinking. */
  summary: boolean;
  /** Accepts thinking as plain text. */
  openThinking: boolean;
  /** Thinking may follow what it led to. */
  thinkingLast: boolean;
  /** The calls of a reply must be adjacent. */
  callsLast: boolean;
  /** Offers web search. */
  search: boolean;
  /** Accepts a key in `api-key`. */
  keyHeader: boolean;
  /** Accepts any argument string; other servers parse it and require an object. */
  anyArguments: boolean;
  /** JSON Schema dialect for tool definitions. */
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

/** `host`: without port. */
export function responsesDialect(host: string): ResponsesDialect {
  return byHost.find(([pattern]) => pattern.test(host))?.[1] ?? compatible;
}
