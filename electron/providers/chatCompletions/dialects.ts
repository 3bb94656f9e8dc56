// How servers deviate from OpenAI's Chat Completions, by host. Unlisted and local servers (vLLM, llama.cpp, LM Studio)
// only receive what every server accepts. Never sends `strict` or a forced `tool_choice`: DeepSeek rejects that while
// thinking.

import type { Effort } from '../../../shared/features/models/modelOptions.ts';
import type { SchemaRuleName } from '../../lib/toolSchema/schemaRules.ts';
import { parseOpenAiModel } from '../openAi.ts';

export type ChatDialectName =
  | 'openai'
  | 'azure'
  | 'openrouter'
  | 'deepseek'
  | 'moonshot'
  | 'groq'
  | 'xai'
  | 'mistral'
  | 'together'
  | 'github'
  | 'bedrock'
  | 'google'
  | 'compatible';

/** How to request an effort. */
type EffortForm = 'reasoning_effort' | 'reasoning.effort' | 'reasoning.enabled' | 'thinking';

interface EffortRow {
  models: RegExp;
  efforts: readonly Effort[];
  /** Overrides the dialect's form. */
  form?: EffortForm;
  /** The server's names for efforts, where they differ. */
  words?: Partial<Record<Effort, string>>;
}

export interface ChatDialect {
  /** Supports `stream_options`; the others report usage without it. */
  streamOptions: boolean;
  /** Accepts any argument string; others parse it and require an object (Ollama: "invalid tool call arguments"). */
  anyArguments: boolean;
  /** Call ids must have 9 characters, for every model. */
  shortIds: boolean;
  /**
   * Which part of the thinking to send back. `named`: with calls, if it arrived as `reasoning_content`; `details`:
   * `reasoning_details` verbatim; `parts`: content parts verbatim, including thinking; `signed`: extra fields of each
   * call.
   */
  thinking: 'named' | 'details' | 'parts' | 'signed' | 'none';
  effort: EffortForm;
  /** Efforts by model name; override openAiModels.ts. */
  efforts: readonly EffortRow[];
  /** Efforts of all other models; null: send any effort unchanged. */
  otherEfforts: readonly Effort[] | null;
  maxTokensField: 'max_tokens' | 'max_completion_tokens';
  /** Supports `prompt_cache_key`. */
  cacheKey: boolean;
  /** Models that cache only if the request sets a top-level `cache_control`. */
  cacheMark: RegExp | null;
  /** Requires tool definitions if the history contains calls. */
  toolsForCalls: boolean;
  /** Tool type of the server's own web search. */
  search: string | null;
  /** Accepts a key in `api-key`. */
  keyHeader: boolean;
  /** Accepts images; otherwise they are replaced by a note. */
  images: boolean;
  /** JSON Schema dialect for tool definitions. */
  schemas: SchemaRuleName;
}

const compatible: ChatDialect = {
  streamOptions: true,
  anyArguments: false,
  shortIds: false,
  thinking: 'named',
  effort: 'reasoning_effort',
  efforts: [],
  otherEfforts: null,
  maxTokensField: 'max_tokens',
  cacheKey: false,
  cacheMark: null,
  toolsForCalls: false,
  search: null,
  keyHeader: false,
  images: true,
  schemas: 'local',
};

/** Hosted services; local servers compile schemas to grammars. */
const hosted: ChatDialect = { ...compatible, schemas: 'standard' };

// OpenAI's API specification.
const openai: ChatDialect = {
  ...hosted,
  anyArguments: true,
  thinking: 'none',
  maxTokensField: 'max_completion_tokens',
  cacheKey: true,
};

export const chatDialects: Readonly<Record<ChatDialectName, ChatDialect>> = {
  compatible,
  openai,
  // learn.microsoft.com, Azure OpenAI v1. Also serves other vendors' models.
  azure: { ...openai, anyArguments: false, keyHeader: true },
  // openrouter.ai/docs: reasoning tokens, usage accounting ("`usage: {include: true}` … deprecated and have no
  // effect"), server tools; a top-level `cache_control` marks the last eligible block for Claude.
  openrouter: {
    ...hosted,
    cacheMark: /^~?anthropic\//,
    thinking: 'details',
    effort: 'reasoning.effort',
    otherEfforts: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
    search: 'openrouter:web_search',
  },
  // api-docs.deepseek.com, thinking mode; "unknown variant `image_url`, expected `text`".
  deepseek: { ...hosted, effort: 'thinking', otherEfforts: ['none', 'low', 'high', 'max'], images: false },
  // platform.moonshot.ai, thinking models.
  moonshot: {
    ...hosted,
    schemas: 'moonshot',
    efforts: [{ models: /^kimi-k[3-9]/, efforts: ['low', 'high', 'max'] }],
    otherEfforts: [],
  },
  // console.groq.com/docs/reasoning: "none" and "default" for Qwen.
  groq: {
    ...hosted,
    thinking: 'none',
    efforts: [
      { models: /gpt-oss/, efforts: ['low', 'medium', 'high'] },
      { models: /qwen3\.[89]/, efforts: ['none', 'low', 'medium', 'high'] },
      { models: /qwen3/, efforts: ['none', 'high'], words: { high: 'default' } },
    ],
    otherEfforts: [],
    maxTokensField: 'max_completion_tokens',
  },
  // docs.x.ai: its thinking has no field here.
  xai: { ...hosted, thinking: 'none', otherEfforts: [], maxTokensField: 'max_completion_tokens' },
  // docs.mistral.ai: "Tool call id … must be a-z, A-Z, 0-9, with a length of 9"; unknown keys are rejected; thinking is
  // part of the content; reasoning and prompt caching.
  mistral: {
    ...hosted,
    streamOptions: false,
    shortIds: true,
    thinking: 'parts',
    efforts: [
      { models: /^mistral-large-4/, efforts: ['low', 'medium', 'high'] },
      {
        models: /^mistral-(small-(2603|latest)|medium-(2604|3\.5|latest))|^magistral-medium-latest/,
        efforts: ['none', 'high'],
      },
    ],
    otherEfforts: [],
    cacheKey: true,
  },
  // docs.together.ai: reasoning is on or off, except for gpt-oss.
  together: {
    ...hosted,
    effort: 'reasoning.enabled',
    efforts: [{ models: /gpt-oss/, efforts: ['low', 'medium', 'high'], form: 'reasoning_effort' }],
    otherEfforts: ['none', 'high'],
  },
  // docs.github.com, models inference.
  github: { ...hosted, thinking: 'none', otherEfforts: [] },
  // docs.aws.amazon.com, Chat Completions on Bedrock; the underlying Converse API requires tools ("toolConfig must be
  // defined").
  bedrock: { ...hosted, thinking: 'none', maxTokensField: 'max_completion_tokens', toolsForCalls: true },
  // ai.google.dev, OpenAI compatibility: signatures are in the calls' `extra_content`.
  google: { ...hosted, schemas: 'google', thinking: 'signed' },
};

const byHost: readonly (readonly [RegExp, ChatDialectName])[] = [
  [/^api\.openai\.com$/, 'openai'],
  [/^models\.(github\.ai|inference\.ai\.azure\.com)$/, 'github'],
  [/\.(openai|services\.ai|cognitiveservices)\.azure\.(com|us)$/, 'azure'],
  [/(^|\.)openrouter\.ai$/, 'openrouter'],
  [/(^|\.)deepseek\.com$/, 'deepseek'],
  [/(^|\.)moonshot\.(ai|cn)$/, 'moonshot'],
  [/(^|\.)groq\.com$/, 'groq'],
  [/(^|\.)x\.ai$/, 'xai'],
  [/(^|\.)mistral\.ai$/, 'mistral'],
  [/(^|\.)together\.(ai|xyz)$/, 'together'],
  [/^bedrock-(mantle|runtime)\..*\.(api\.aws|amazonaws\.com)$/, 'bedrock'],
  [/^generativelanguage\.googleapis\.com$/, 'google'],
];

/** Returns the dialect for a base URL. */
export function chatDialect(baseUrl: string): ChatDialectName {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  return byHost.find(([pattern]) => pattern.test(host))?.[1] ?? 'compatible';
}

/** Server-specific efforts of a model. */
export function effortRow(dialect: ChatDialect, model: string): EffortRow | undefined {
  return dialect.efforts.find(({ models }) => models.test(model.toLowerCase()));
}

/** Returns a model's efforts on this server; null: unknown. */
export function effortsOf(dialect: ChatDialect, model: string): readonly Effort[] | null {
  return effortRow(dialect, model)?.efforts ?? parseOpenAiModel(model)?.efforts ?? dialect.otherEfforts;
}

/**
 * Since V4, DeepSeek rejects calls without `reasoning_content`; so does Kimi since K3, on every server and for calls of
 * other models, too ("The `reasoning_content` in the thinking mode must be passed back to the API").
 */
export function needsThinking(model: string): boolean {
  return /(^|\/)(deepseek-(v[4-9]|flash|pro)|kimi-k[3-9])/i.test(model);
}
