// Well-known providers: address, provider API, key page, and the environment variables that other apps read for key and
// address. From each provider's documentation, as of late 2026. Any other provider is configured by its address and
// API.

import type { ProviderKind } from './providerKind.ts';

/** The APIs' names in their vendors' documentation. */
export const providerApiNames: Readonly<Record<ProviderKind, string>> = {
  openai: 'Chat Completions',
  responses: 'Responses',
  anthropic: 'Anthropic Messages',
  gemini: 'Gemini',
  ollama: 'Ollama',
};

export interface KnownProvider {
  /** Also a value of `--provider`. */
  id: string;
  name: string;
  kind: ProviderKind;
  /** Empty if each user has their own; then `addressHint` shows the form. */
  baseUrl: string;
  addressHint?: string;
  /** Where a key is created; absent if none is needed. */
  keyPage?: string;
  /** Variables that other apps read; the first one set wins. */
  keyNames: readonly string[];
  /** A variable sent as a bearer token if none of those is set. */
  tokenName?: string;
  addressNames?: readonly string[];
  modelNames?: readonly string[];
  /** Variables whose values are sent as headers of every request. */
  organizationName?: string;
  projectName?: string;
  /** A good default for new chats: a capable model of moderate price. The newest id that matches. */
  usual?: RegExp;
  /** Other search terms for it. */
  also?: readonly string[];
  /** It runs on the user's machine. */
  local?: true;
}

export const knownProviders: readonly KnownProvider[] = [
  {
    id: 'openai',
    name: 'OpenAI',
    kind: 'responses',
    baseUrl: 'https://api.openai.com/v1',
    keyPage: 'https://platform.openai.com/api-keys',
    keyNames: ['OPENAI_API_KEY'],
    addressNames: ['OPENAI_BASE_URL'],
    modelNames: ['OPENAI_MODEL'],
    organizationName: 'OPENAI_ORG_ID',
    projectName: 'OPENAI_PROJECT_ID',
    also: ['ChatGPT', 'GPT'],
    usual: /^gpt-5-mini$/,
  },
  {
    id: 'anthropic',
    name: 'Anthropic',
    kind: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keyPage: 'https://platform.claude.com/settings/keys',
    keyNames: ['ANTHROPIC_API_KEY'],
    tokenName: 'ANTHROPIC_AUTH_TOKEN',
    addressNames: ['ANTHROPIC_BASE_URL'],
    modelNames: ['ANTHROPIC_MODEL'],
    also: ['Claude'],
    usual: /^claude-sonnet-[\d-]+$/,
  },
  {
    id: 'gemini',
    name: 'Google Gemini',
    kind: 'gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyPage: 'https://aistudio.google.com/apikey',
    keyNames: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    addressNames: ['GOOGLE_GEMINI_BASE_URL'],
    modelNames: ['GEMINI_MODEL'],
    usual: /^gemini-[\d.]+-flash$/,
  },
  {
    id: 'mistral',
    name: 'Mistral',
    kind: 'openai',
    baseUrl: 'https://api.mistral.ai/v1',
    keyPage: 'https://console.mistral.ai/api-keys',
    keyNames: ['MISTRAL_API_KEY'],
    also: ['Codestral'],
    usual: /^mistral-medium-latest$/,
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    kind: 'openai',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyPage: 'https://openrouter.ai/settings/keys',
    keyNames: ['OPENROUTER_API_KEY'],
  },
  {
    id: 'deepseek',
    name: 'DeepSeek',
    kind: 'openai',
    baseUrl: 'https://api.deepseek.com/v1',
    keyPage: 'https://platform.deepseek.com/api_keys',
    keyNames: ['DEEPSEEK_API_KEY'],
  },
  {
    id: 'groq',
    name: 'Groq',
    kind: 'openai',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyPage: 'https://console.groq.com/keys',
    keyNames: ['GROQ_API_KEY'],
    usual: /^openai\/gpt-oss-120b$/,
  },
  {
    id: 'xai',
    name: 'xAI',
    kind: 'responses',
    baseUrl: 'https://api.x.ai/v1',
    keyPage: 'https://console.x.ai',
    keyNames: ['XAI_API_KEY'],
    also: ['Grok'],
    usual: /^grok-[\d.]+$/,
  },
  {
    id: 'together',
    name: 'Together',
    kind: 'openai',
    baseUrl: 'https://api.together.xyz/v1',
    keyPage: 'https://api.together.ai/settings/api-keys',
    keyNames: ['TOGETHER_API_KEY'],
    also: ['Together AI'],
  },
  {
    id: 'azure',
    name: 'Azure OpenAI',
    kind: 'responses',
    baseUrl: '',
    addressHint: 'https://NAME.openai.azure.com/openai/v1',
    keyPage: 'https://ai.azure.com',
    keyNames: ['AZURE_OPENAI_API_KEY'],
    addressNames: ['AZURE_OPENAI_BASE_URL'],
    also: ['Microsoft', 'Foundry'],
  },
  {
    id: 'github',
    name: 'GitHub Models',
    kind: 'openai',
    baseUrl: 'https://models.github.ai/inference',
    keyPage: 'https://github.com/settings/personal-access-tokens',
    // Not GITHUB_TOKEN, which serves other purposes and grants access to repositories.
    keyNames: ['GITHUB_MODELS_TOKEN'],
  },
  {
    id: 'bedrock',
    name: 'Amazon Bedrock (OpenAI form)',
    kind: 'openai',
    baseUrl: '',
    addressHint: 'https://bedrock-runtime.REGION.amazonaws.com/openai/v1',
    keyPage: 'https://console.aws.amazon.com/bedrock',
    keyNames: ['AWS_BEARER_TOKEN_BEDROCK'],
    also: ['AWS'],
  },
  {
    id: 'bedrock-anthropic',
    name: 'Amazon Bedrock (Anthropic form)',
    kind: 'anthropic',
    baseUrl: '',
    addressHint: 'https://bedrock-mantle.REGION.api.aws/anthropic/v1',
    keyPage: 'https://console.aws.amazon.com/bedrock',
    keyNames: ['AWS_BEARER_TOKEN_BEDROCK'],
    also: ['AWS', 'Claude'],
  },
  {
    id: 'ollama',
    name: 'Ollama',
    kind: 'ollama',
    baseUrl: 'http://127.0.0.1:11434',
    keyNames: ['OLLAMA_API_KEY'],
    addressNames: ['OLLAMA_HOST'],
    local: true,
  },
  {
    id: 'lm-studio',
    name: 'LM Studio',
    kind: 'openai',
    baseUrl: 'http://127.0.0.1:1234/v1',
    keyNames: [],
    local: true,
  },
  {
    id: 'llama-cpp',
    name: 'llama.cpp',
    kind: 'openai',
    baseUrl: 'http://127.0.0.1:8080/v1',
    keyNames: [],
    local: true,
  },
  { id: 'vllm', name: 'vLLM', kind: 'openai', baseUrl: 'http://127.0.0.1:8000/v1', keyNames: [], local: true },
];

/** OpenAI through Chat Completions instead of Responses. Reads the same variables. */
export const chatAtOpenAi: KnownProvider = {
  ...(findKnownProvider('openai') as KnownProvider),
  id: 'openai-chat',
  name: 'OpenAI (Chat Completions)',
  kind: 'openai',
};

export function findKnownProvider(id: string): KnownProvider | undefined {
  return knownProviders.find((knownProvider) => knownProvider.id === id);
}

/** Picks the default from a provider's models; null: unknown. */
export function pickUsualModel({ usual }: KnownProvider, ids: readonly string[]): string | null {
  const newest = (one: string, other: string): number => other.localeCompare(one, 'en', { numeric: true });
  return (usual && ids.filter((id) => usual.test(id)).sort(newest)[0]) ?? null;
}
