// Providers not in the settings: demo, environment and command line. They are read-only; a missing one reports what it
// needs.

import { fail, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { findKnownProvider } from '../../../shared/features/models/knownProviders.ts';
import { environmentId, variableNamesOf } from '../catalog/environment.ts';

export const demoId = 'demo';
export const commandPrefix = 'cli-';
const environmentPrefix = `${environmentId}-`;

/** Ignored in settings. */
export function isReserved(id: string): boolean {
  return id === demoId || id === environmentId;
}

/** Reserved even while the built-in provider is unavailable. */
export function isBuiltIn(id: string): boolean {
  return isReserved(id) || id.startsWith(commandPrefix) || environmentProvider(id) !== undefined;
}

function environmentProvider(id: string) {
  return id.startsWith(environmentPrefix) ? findKnownProvider(id.slice(environmentPrefix.length)) : undefined;
}

export function readOnlyError(id: string): Result<never> {
  const why =
    id === demoId
      ? say`The demo is built in.`
      : id === environmentId
        ? say`This provider comes from OPENAI_API_KEY and OPENAI_BASE_URL.`
        : say`This provider comes from the environment or the command line.`;
  return fail('NOT_SUPPORTED', say`${why} It cannot be changed here. Add your own provider instead.`);
}

export function unknownProviderError(id: string): Result<never> {
  if (id === environmentId) {
    const why = say`This conversation uses the server set by OPENAI_BASE_URL and OPENAI_API_KEY, which are not set now`;
    return fail('PROVIDER_NOT_FOUND', say`${why}. Start Throughline with them set, or choose another model.`);
  }
  const knownProvider = environmentProvider(id);
  if (knownProvider) {
    return fail(
      'PROVIDER_NOT_FOUND',
      say`This conversation uses ${knownProvider.name} as set by the environment (${variableNamesOf(knownProvider)}), which is not set now. Start Throughline with it set, or choose another model.`,
    );
  }
  if (id.startsWith(commandPrefix)) {
    return fail(
      'PROVIDER_NOT_FOUND',
      say`This conversation uses a provider that was set on the command line for one run (${id}). Specify it again with run --provider and --base-url, or choose another model.`,
    );
  }
  return fail(
    'PROVIDER_NOT_FOUND',
    say`The provider “${id}” does not exist. Choose another model for this conversation.`,
  );
}
