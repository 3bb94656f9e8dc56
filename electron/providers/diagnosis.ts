// Diagnoses an address that returns no model list: wrong provider API or incomplete path. Compares it with well-known
// providers, then probes likely paths on the same server only.

import type { AppError, Result } from '../../shared/core/errors.ts';
import { fail } from '../../shared/core/errors.ts';
import { type Sentence, say } from '../../shared/core/sentence.ts';
import { knownProviders, providerApiNames } from '../../shared/features/models/knownProviders.ts';
import type { ProviderKind } from '../../shared/features/models/providerKind.ts';
import type { Provider } from '../ports/provider.ts';
import { normalizeBaseUrl } from './http/baseUrl.ts';

export interface TypedAddress {
  kind: ProviderKind;
  baseUrl: string;
}

const patienceMs = 3000;

/** Wraps a provider to explain failures of its model list. `at`: creates the same provider at another address. */
export function withDiagnosis(
  provider: Provider,
  address: TypedAddress,
  at: (place: TypedAddress) => Promise<Result<Provider>>,
): Provider {
  return {
    ...provider,
    async listModels(signal) {
      const models = await provider.listModels(signal);
      if (models.ok || !mayBeElsewhere(models.error)) return models;
      const better = wellKnown(address) ?? (isRefusal(models.error) ? null : await tryAddress(address, at, signal));
      if (!better) return models;
      const { code, details } = models.error;
      const suggestion = advice(address, better);
      // The error from the wrong address is less useful than the right address, except for a rejected key, which may be
      // wrong at both.
      const message = isRefusal(models.error) ? say.all([models.error, suggestion]) : suggestion;
      return fail(code, message, { ...details, suggestion: better });
    },
  };
}

function advice(typedAddress: TypedAddress, better: TypedAddress): Sentence {
  const { baseUrl } = better;
  const apiName = providerApiNames[better.kind];
  if (better.kind === typedAddress.kind) return say`Its address should be ${baseUrl}.`;
  return baseUrl === typedAddress.baseUrl
    ? say`This address uses the ${apiName} API. Choose it instead of ${providerApiNames[typedAddress.kind]}.`
    : say`This server offers the ${apiName} API at ${baseUrl}. Choose it instead of ${providerApiNames[typedAddress.kind]}.`;
}

function isRefusal({ code }: AppError): boolean {
  return code === 'LLM_AUTH_FAILED';
}

/** Another API's server answers with an HTML page, 405, or an unknown path or key. */
function mayBeElsewhere(error: AppError): boolean {
  const status = error.details?.status;
  return isRefusal(error) || error.code === 'LLM_BAD_RESPONSE' || [400, 404, 405, 421].includes(Number(status));
}

/** Returns the provider's known address if the typed one is on its server but has another path or API. */
function wellKnown({ kind, baseUrl }: TypedAddress): TypedAddress | null {
  const url = URL.parse(baseUrl);
  const providersOnHost = knownProviders.filter(
    (knownProvider) => knownProvider.baseUrl && URL.parse(knownProvider.baseUrl)?.host === url?.host,
  );
  const [first] = providersOnHost;
  if (!first || first.local) return null;
  const isOpenAi = first.kind === 'responses' && kind === 'openai';
  const path = url?.pathname ?? '';
  // Several providers have a second API under its own path.
  if (!isOpenAi && kind !== first.kind && /openai|anthropic|compat/.test(path)) return null;
  const right =
    providersOnHost.find((knownProvider) => knownProvider.kind === kind) ?? (isOpenAi ? { ...first, kind } : first);
  return right.kind === kind && sameAddress(right.baseUrl, baseUrl)
    ? null
    : { kind: right.kind, baseUrl: right.baseUrl };
}

/** Some APIs accept the address with and without the version. */
function sameAddress(one: string, other: string): boolean {
  const withoutVersion = (text: string): string => text.replace(/\/v1(beta)?$/, '');
  return one === other || (withoutVersion(one) === withoutVersion(other) && !/^https:\/\/api\.openai\.com/.test(one));
}

async function tryAddress(
  { kind, baseUrl }: TypedAddress,
  at: (place: TypedAddress) => Promise<Result<Provider>>,
  signal: AbortSignal,
): Promise<TypedAddress | null> {
  const root = baseUrl.replace(/\/v\d+(beta|alpha)?$/, '');
  const candidates: TypedAddress[] = [
    { kind, baseUrl: `${root}/v1` },
    { kind: 'openai', baseUrl: `${root}/v1` },
    { kind: 'openai', baseUrl },
    { kind: 'anthropic', baseUrl: root },
    { kind: 'gemini', baseUrl: /(beta|alpha)$/.test(baseUrl) ? baseUrl : root },
    { kind: 'ollama', baseUrl: new URL(baseUrl).origin },
  ];
  const seenAddresses = new Set([JSON.stringify({ kind, baseUrl })]);
  const otherAddresses = candidates.flatMap((candidate) => {
    const normal = normalizeBaseUrl(candidate.baseUrl, candidate.kind);
    if (!normal.ok) return [];
    const other = { kind: candidate.kind, baseUrl: normal.value };
    const isNew = !seenAddresses.has(JSON.stringify(other));
    seenAddresses.add(JSON.stringify(other));
    return isNew ? [other] : [];
  });
  const until = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  const answers = await Promise.all(
    otherAddresses.map(async (candidate) => {
      const provider = await at(candidate);
      const models = provider.ok ? await provider.value.listModels(until) : provider;
      return models.ok && models.value.length > 0 ? candidate : null;
    }),
  );
  return answers.find((answer) => answer !== null) ?? null;
}
