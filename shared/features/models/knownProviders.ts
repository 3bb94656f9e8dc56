// The providers that people know by name: where each is, which wire it speaks, where its keys are made, and the names of the
// environment in which other programs look for key and address. Addresses and names are those of each provider's own
// documentation, looked up in late 2026. A provider that is not here is an address and a wire.

import type { WireKind } from './providerKind.ts';

/** What each wire is called in the documents of who made it. */
export const wireNames: Readonly<Record<WireKind, string>> = {
  openai: 'Chat Completions',
  responses: 'Responses',
  anthropic: 'Anthropic Messages',
  gemini: 'Gemini',
  ollama: 'Ollama',
};

export interface ProviderPreset {
  /** Also the word of `--provider`. */
  id: string;
  name: string;
  kind: WireKind;
  /** Empty where each person has one of their own; then `addressHint` says what it looks like. */
  baseUrl: string;
  addressHint?: string;
  /** Where a key is made; absent where none is needed. */
  keyPage?: string;
  /** Variables that other programs read, the first that is set counts. */
  keyNames: readonly string[];
  /** A variable whose value is sent as a bearer token where none of those is set. */
  tokenName?: string;
  addressNames?: readonly string[];
  modelNames?: readonly string[];
  /** Variables whose values go into headers of every request. */
  organizationName?: string;
  projectName?: string;
  /** What a new chat may well begin with: a good model of middling price. The newest whose id is like this. */
  usual?: RegExp;
  /** Other words that people look for. */
  also?: readonly string[];
  /** It runs on the person's own machine. */
  local?: true;
}

export const providerPresets: readonly ProviderPreset[] = [
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
    // Not GITHUB_TOKEN: it is set for other purposes, and opens repositories.
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

/** OpenAI by Chat Completions, for those who prefer it to Responses. Reads the same names. */
export const chatAtOpenAi: ProviderPreset = {
  ...(presetOf('openai') as ProviderPreset),
  id: 'openai-chat',
  name: 'OpenAI (Chat Completions)',
  kind: 'openai',
};

export function presetOf(id: string): ProviderPreset | undefined {
  return providerPresets.find((preset) => preset.id === id);
}

/** Of the models that a provider lists; null: nobody can say. */
export function usualModel({ usual }: ProviderPreset, ids: readonly string[]): string | null {
  const newest = (one: string, other: string): number => other.localeCompare(one, 'en', { numeric: true });
  return (usual && ids.filter((id) => usual.test(id)).sort(newest)[0]) ?? null;
}
