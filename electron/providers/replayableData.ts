// Selects the part of `providerData` to send back: only to the same provider and model, since others reject foreign
// signatures.

/** Returns this provider and model's part for this API; null if another wrote it. */
export function replayableData(
  data: Record<string, unknown> | undefined,
  api: 'responses' | 'anthropic' | 'gemini' | 'ollama',
  providerId: string,
  model: string,
): Record<string, unknown> | null {
  const own = data?.[api];
  if (typeof own !== 'object' || own === null) return null;
  const { provider, model: by } = own as { provider?: unknown; model?: unknown };
  return provider === providerId && by === model ? (own as Record<string, unknown>) : null;
}
