// Which part of a reply's `providerData` goes back: what the same provider's same model wrote, and nothing of another. Thinking
// is signed by the model that thought it; another refuses it.

/** The part of a reply's `providerData` that this provider's model wrote in this wire; null for another's. */
export function ownData(
  data: Record<string, unknown> | undefined,
  wire: 'responses' | 'anthropic' | 'gemini' | 'ollama',
  providerId: string,
  model: string,
): Record<string, unknown> | null {
  const own = data?.[wire];
  if (typeof own !== 'object' || own === null) return null;
  const { provider, model: by } = own as { provider?: unknown; model?: unknown };
  return provider === providerId && by === model ? (own as Record<string, unknown>) : null;
}
