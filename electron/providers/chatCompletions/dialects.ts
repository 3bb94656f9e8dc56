// Chat Completions as each server speaks them, by host. All know the messages, tools and streams that OpenAI published; what
// is here is where they differ. A server that is not here, and any on this machine (vLLM, llama.cpp, LM Studio), is asked for
// the least: what every server takes. No `strict`, no forced `tool_choice`: DeepSeek refuses it while it thinks.

import type { Effort } from '../../../shared/features/models/modelOptions.ts';
import type { SchemaRuleName } from '../../lib/toolSchema/wireSchema.ts';
import { openAiModel } from '../openAiModels.ts';

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

/** How an effort is asked for. */
type EffortForm = 'reasoning_effort' | 'reasoning.effort' | 'reasoning.enabled' | 'thinking';

interface EffortRow {
  models: RegExp;
  efforts: readonly Effort[];
  /** Where it is not the dialect's. */
  form?: EffortForm;
  /** Where the server calls an effort by another name. */
  words?: Partial<Record<Effort, string>>;
}

export interface ChatDialect {
  /** Takes `stream_options`; the others tell the usage without it. */
  streamOptions: boolean;
  /** Takes any string as arguments; others parse it and want an object (Ollama: "invalid tool call arguments"). */
  anyArguments: boolean;
  /** Ids of calls have 9 characters, whatever the model. */
  shortIds: boolean;
  /**
   * What of a reply's thinking goes back: `named`: beside calls, where it came as `reasoning_content`; `details`:
   * `reasoning_details` as they came; `parts`: the content with the thinking in it as it came; `signed`: what stood beside
   * each call.
   */
  thinking: 'named' | 'details' | 'parts' | 'signed' | 'none';
  effort: EffortForm;
  /** The efforts of models by name, before those of openAiModels.ts. */
  efforts: readonly EffortRow[];
  /** Of all other models; null: as chosen. */
  otherEfforts: readonly Effort[] | null;
  most: 'max_tokens' | 'max_completion_tokens';
  /** Takes `prompt_cache_key`. */
  cacheKey: boolean;
  /** Models whose cache is used only where a request says so, by `cache_control` beside its messages. */
  cacheMark: RegExp | null;
  /** A history with calls needs tools beside it. */
  toolsForCalls: boolean;
  /** Its own web search, as the type of a tool. */
  search: string | null;
  /** Takes a key in `api-key`. */
  keyHeader: boolean;
  /** Takes images; elsewhere a note stands in their place. */
  images: boolean;
  /** The form in which it takes the schemas of tools. */
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
  most: 'max_tokens',
  cacheKey: false,
  cacheMark: null,
  toolsForCalls: false,
  search: null,
  keyHeader: false,
  images: true,
  schemas: 'local',
};

/** A service, not one of the servers that make a grammar of the schemas. */
const hosted: ChatDialect = { ...compatible, schemas: 'standard' };

// OpenAI's API description.
const openai: ChatDialect = {
  ...hosted,
  anyArguments: true,
  thinking: 'none',
  most: 'max_completion_tokens',
  cacheKey: true,
};

export const chatDialects: Readonly<Record<ChatDialectName, ChatDialect>> = {
  compatible,
  openai,
  // learn.microsoft.com, Azure OpenAI v1. Models of other makers are behind it, too.
  azure: { ...openai, anyArguments: false, keyHeader: true },
  // openrouter.ai/docs: reasoning tokens, usage accounting ("`usage: {include: true}` … deprecated and have no effect"),
  // server tools; `cache_control` at the top puts the mark on the last block that can have one, for Claude.
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
    most: 'max_completion_tokens',
  },
  // docs.x.ai: there is no field for its thinking here.
  xai: { ...hosted, thinking: 'none', otherEfforts: [], most: 'max_completion_tokens' },
  // docs.mistral.ai: "Tool call id … must be a-z, A-Z, 0-9, with a length of 9", unknown keys are refused, thinking stands in
  // the content; reasoning and prompt caching.
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
  // docs.together.ai: reasoning is switched on and off, but for gpt-oss.
  together: {
    ...hosted,
    effort: 'reasoning.enabled',
    efforts: [{ models: /gpt-oss/, efforts: ['low', 'medium', 'high'], form: 'reasoning_effort' }],
    otherEfforts: ['none', 'high'],
  },
  // docs.github.com, models inference.
  github: { ...hosted, thinking: 'none', otherEfforts: [] },
  // docs.aws.amazon.com, Chat Completions on Bedrock; Converse behind it wants tools ("toolConfig must be defined").
  bedrock: { ...hosted, thinking: 'none', most: 'max_completion_tokens', toolsForCalls: true },
  // ai.google.dev, OpenAI compatibility: signatures stand beside the calls in `extra_content`.
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

/** The dialect of a server, by its base URL. */
export function chatDialect(baseUrl: string): ChatDialectName {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  return byHost.find(([pattern]) => pattern.test(host))?.[1] ?? 'compatible';
}

/** What is known of a model's efforts at this server alone. */
export function effortRow(dialect: ChatDialect, model: string): EffortRow | undefined {
  return dialect.efforts.find(({ models }) => models.test(model.toLowerCase()));
}

/** The efforts that a model has at this server; null: nothing is known. */
export function effortsOf(dialect: ChatDialect, model: string): readonly Effort[] | null {
  return effortRow(dialect, model)?.efforts ?? openAiModel(model)?.efforts ?? dialect.otherEfforts;
}

/**
 * DeepSeek since V4 and Kimi since K3 refuse a reply with calls that has no `reasoning_content`, whoever serves them and
 * whoever made the calls ("The `reasoning_content` in the thinking mode must be passed back to the API").
 */
export function needsThinking(model: string): boolean {
  return /(^|\/)(deepseek-(v[4-9]|flash|pro)|kimi-k[3-9])/i.test(model);
}
