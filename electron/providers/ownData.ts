// Which part of a reply's `providerData` goes back to a provider: its own, and nothing from another.

/** The part of a reply's `providerData` that this provider wrote in this wire; null for another's. */
export function ownData(
  data: Record<string, unknown> | undefined,
  wire: 'responses' | 'anthropic' | 'gemini',
  providerId: string,
): Record<string, unknown> | null {
  const own = data?.[wire];
  if (typeof own !== 'object' || own === null) return null;
  return (own as { provider?: unknown }).provider === providerId ? (own as Record<string, unknown>) : null;
}
