// Diagnoses an address that returns no model list: wrong provider API or incomplete path. Compares it with well-known
// providers, then probes likely paths on the same server only.

import type { AppError, Result } from '../../shared/core/errors.ts';
import { fail } from '../../shared/core/errors.ts';
import { type Sentence, say } from '../../shared/core/sentence.ts';
import { providerPresets, wireNames } from '../../shared/features/models/knownProviders.ts';
import type { WireKind } from '../../shared/features/models/providerKind.ts';
import type { Provider } from '../ports/provider.ts';
import { normaliseBaseUrl } from './http/baseUrl.ts';

export interface TypedAddress {
  kind: WireKind;
  baseUrl: string;
}

const patienceMs = 3000;

/** Wraps a provider to explain failures of its model list. `at`: creates the same provider at another address. */
export function diagnosed(
  provider: Provider,
  place: TypedAddress,
  at: (place: TypedAddress) => Promise<Result<Provider>>,
): Provider {
  return {
    ...provider,
    async listModels(signal) {
      const models = await provider.listModels(signal);
      if (models.ok || !mayBeElsewhere(models.error)) return models;
      const better = wellKnown(place) ?? (isRefusal(models.error) ? null : await tried(place, at, signal));
      if (!better) return models;
      const { code, details } = models.error;
      const said = advice(place, better);
      // The error from the wrong address is less useful than the right address, except for a rejected key, which may be
      // wrong at both.
      const message = isRefusal(models.error) ? say.all([models.error, said]) : said;
      return fail(code, message, { ...details, suggestion: better });
    },
  };
}

function advice(place: TypedAddress, better: TypedAddress): Sentence {
  const { baseUrl } = better;
  const wire = wireNames[better.kind];
  if (better.kind === place.kind) return say`Its address should be ${baseUrl}.`;
  return baseUrl === place.baseUrl
    ? say`This address speaks ${wire}: choose that instead of ${wireNames[place.kind]}.`
    : say`This server speaks ${wire} at ${baseUrl}: choose that instead of ${wireNames[place.kind]}.`;
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
  const typed = URL.parse(baseUrl);
  const there = providerPresets.filter((preset) => preset.baseUrl && URL.parse(preset.baseUrl)?.host === typed?.host);
  const [first] = there;
  if (!first || first.local) return null;
  const isOpenAi = first.kind === 'responses' && kind === 'openai';
  const path = typed?.pathname ?? '';
  // Several providers have a second API under its own path.
  if (!isOpenAi && kind !== first.kind && /openai|anthropic|compat/.test(path)) return null;
  const right = there.find((preset) => preset.kind === kind) ?? (isOpenAi ? { ...first, kind } : first);
  return right.kind === kind && sameAddress(right.baseUrl, baseUrl)
    ? null
    : { kind: right.kind, baseUrl: right.baseUrl };
}

/** Some APIs accept the address with and without the version. */
function sameAddress(one: string, other: string): boolean {
  const plain = (text: string): string => text.replace(/\/v1(beta)?$/, '');
  return one === other || (plain(one) === plain(other) && !/^https:\/\/api\.openai\.com/.test(one));
}

async function tried(
  { kind, baseUrl }: TypedAddress,
  at: (place: TypedAddress) => Promise<Result<Provider>>,
  signal: AbortSignal,
): Promise<TypedAddress | null> {
  const root = baseUrl.replace(/\/v\d+(beta|alpha)?$/, '');
  const places: TypedAddress[] = [
    { kind, baseUrl: `${root}/v1` },
    { kind: 'openai', baseUrl: `${root}/v1` },
    { kind: 'openai', baseUrl },
    { kind: 'anthropic', baseUrl: root },
    { kind: 'gemini', baseUrl: /(beta|alpha)$/.test(baseUrl) ? baseUrl : root },
    { kind: 'ollama', baseUrl: new URL(baseUrl).origin },
  ];
  const seen = new Set([JSON.stringify({ kind, baseUrl })]);
  const others = places.flatMap((place) => {
    const normal = normaliseBaseUrl(place.baseUrl, place.kind);
    if (!normal.ok) return [];
    const other = { kind: place.kind, baseUrl: normal.value };
    const isNew = !seen.has(JSON.stringify(other));
    seen.add(JSON.stringify(other));
    return isNew ? [other] : [];
  });
  const until = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  const answers = await Promise.all(
    others.map(async (place) => {
      const provider = await at(place);
      const models = provider.ok ? await provider.value.listModels(until) : provider;
      return models.ok && models.value.length > 0 ? place : null;
    }),
  );
  return answers.find((place) => place !== null) ?? null;
}
