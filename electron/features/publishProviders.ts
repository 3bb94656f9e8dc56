import type { ProviderInfo } from '../../shared/features/models/methods.ts';
import type { AppParts } from './appParts.ts';

/** Publishes the current providers and settings to every window. */
export async function publishProviders(
  deps: Pick<AppParts, 'providers' | 'feed' | 'settings'>,
): Promise<ProviderInfo[]> {
  const providers = await deps.providers.list();
  deps.feed.publish({ type: 'providers.changed', providers });
  const { settings } = await deps.settings.read();
  deps.feed.publish({ type: 'settings.changed', settings });
  return providers;
}
