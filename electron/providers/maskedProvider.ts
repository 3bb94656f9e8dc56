// Masks secrets in replies from the first character, so that streamed, saved and tool-visible text are the same. A
// model may repeat a key from a file or an error.

import { ok } from '../../shared/core/errors.ts';
import { maskDeep } from '../lib/maskDeep.ts';
import type { SecretMask } from '../lib/secretMask.ts';
import type { ModelOutcome, ModelReply, Provider, ProviderRegistry } from '../ports/provider.ts';

export function maskedProviders(registry: ProviderRegistry, mask: SecretMask): ProviderRegistry {
  return {
    ...registry,
    async get(providerId) {
      const provider = await registry.get(providerId);
      return provider.ok ? ok(maskedProvider(provider.value, mask)) : provider;
    },
  };
}

/** @internal */
export function maskedProvider(provider: Provider, mask: SecretMask): Provider {
  return {
    ...provider,
    async complete(request, options) {
      const { observer } = options;
      let text = mask.stream();
      let reasoning = mask.stream();
      const tell = (send: (text: string) => void, text: string): void => {
        if (text !== '') send(text);
      };
      const outcome = await provider.complete(request, {
        ...options,
        observer: {
          onText: (piece) => tell(observer.onText, text.add(piece)),
          onReasoning: (piece) => tell(observer.onReasoning, reasoning.add(piece)),
          onResponse: (ids) => observer.onResponse?.(maskDeep(mask, ids)),
          onCall: (index, name, length) => observer.onCall(index, mask.text(name), length),
          onReclassified(all) {
            [text, reasoning] = [mask.stream(), mask.stream()];
            observer.onReclassified?.({ text: text.add(all.text), reasoning: reasoning.add(all.reasoning) });
          },
        },
      });
      tell(observer.onReasoning, reasoning.end());
      tell(observer.onText, text.end());
      const { response } = outcome;
      const masked = maskedOutcome(outcome, mask);
      return response ? { ...masked, response: maskDeep(mask, response) } : masked;
    },
  };
}

function maskedOutcome(outcome: ModelOutcome, mask: SecretMask): ModelOutcome {
  switch (outcome.kind) {
    case 'reply':
      return { kind: 'reply', reply: maskedReply(outcome.reply, mask) };
    case 'failed':
      return { kind: 'failed', failure: maskDeep(mask, outcome.failure) };
    case 'aborted':
      return { kind: 'aborted', partial: maskDeep(mask, outcome.partial) };
  }
}

/** Provider data is signed verbatim, so it is dropped if masking changed it. */
function maskedReply(reply: ModelReply, mask: SecretMask): ModelReply {
  const masked = maskDeep(mask, reply);
  const [data, maskedData] = [reply.providerData, masked.providerData];
  if (!data || data === maskedData) return masked;
  const unchanged = Object.entries(data).filter(([api, data]) => maskedData?.[api] === data);
  return { ...masked, providerData: Object.fromEntries(unchanged) };
}
