// Builds a provider's connection from settings and keychain, and validates connection forms against the saved state. A
// secret is only ever sent to the address it was saved for.

import { type AppError, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ConnectionInput, ProviderConnection } from '../../../shared/features/models/methods.ts';
import type { ProviderSettings } from '../../../shared/features/settings/settings.ts';
import { checkHeaders } from '../../lib/headers.ts';
import { certificatePath, systemCertificates } from '../http/certificates.ts';
import type { ConnectionSettings } from '../http/noTimeoutFetch.ts';
import type { ApiHeaders } from '../http/providerApi.ts';
import { parseProxy, withPassword } from '../http/proxy.ts';
import type { ConnectionSecrets, HeaderValues } from './connectionSecrets.ts';

/** Everything needed to create a provider. */
export interface Connection {
  headers: ApiHeaders;
  way: ConnectionSettings;
  /** Null: the global timeout. */
  idleTimeoutMs: number | null;
}

type SavedValues = Pick<
  ProviderSettings,
  'headers' | 'proxy' | 'certificate' | 'idleTimeoutSeconds' | 'connectTimeoutSeconds'
>;

/** A validated form: what to save to settings and to the keychain. */
export interface CheckedConnection {
  stored: SavedValues;
  values: HeaderValues;
  proxyPassword: string | null;
}

export const plainConnection: Connection = { headers: {}, way: {}, idleTimeoutMs: null };

/** Reads the saved connection. Fails if the keychain lost a value: the request would differ without it. */
export async function readSavedConnection(
  provider: ProviderSettings,
  secrets: ConnectionSecrets,
): Promise<Result<Connection>> {
  const names = provider.headers ?? [];
  const values = names.length === 0 ? ok({} as HeaderValues) : await secrets.headers(provider.id);
  if (!values.ok) return values;
  const password = hasName(provider.proxy) ? await secrets.proxyPassword(provider.id) : ok(null);
  if (!password.ok) return password;
  const missingName = names.find((name) => values.value[name.toLowerCase()] === undefined);
  if (missingName !== undefined) {
    return fail(
      'LLM_AUTH_FAILED',
      say`The header “${missingName}” of “${provider.name}” has no saved value. Values kept only in memory are lost when the app quits. Enter it in Settings.`,
    );
  }
  return ok(connectionOf({ stored: provider, values: values.value, proxyPassword: password.value }));
}

export function connectionOf({ stored, values, proxyPassword }: CheckedConnection): Connection {
  const { proxy = '', certificate = '', connectTimeoutSeconds, idleTimeoutSeconds } = stored;
  return {
    headers: values,
    way: {
      proxy: withPassword(proxy, proxyPassword),
      certificate,
      ...(connectTimeoutSeconds === undefined ? {} : { connectTimeoutSeconds }),
    },
    idleTimeoutMs: idleTimeoutSeconds === undefined ? null : idleTimeoutSeconds * 1000,
  };
}

/** `saved`: the connection being edited, whose secrets fill gaps in the form; `isElsewhere`: its address changed. */
export async function checkConnection(
  form: ConnectionInput,
  saved: ProviderSettings | null,
  isElsewhere: boolean,
  secrets: ConnectionSecrets,
): Promise<Result<CheckedConnection>> {
  const headers = checkHeaders(form.headers);
  if (!headers.ok) return headers;
  const proxy = parseProxy(form.proxy);
  if (!proxy.ok) return refusedField(proxy.error, 'proxy');
  const certificate = checkCertificate(form.certificate.trim());
  if (!certificate.ok) return refusedField(certificate.error, 'certificate');

  const storedHeaders = saved ? await secrets.headers(saved.id) : ok({} as HeaderValues);
  if (!storedHeaders.ok) return storedHeaders;
  const values: HeaderValues = {};
  for (const [at, { name, value }] of headers.value.entries()) {
    const before = storedHeaders.value[name.toLowerCase()];
    const problem =
      value !== ''
        ? null
        : before === undefined
          ? say`Enter a value for the header “${name}”.`
          : isElsewhere
            ? say`The saved value of the header “${name}” belongs to the previous address and is not sent to another one. Enter it again. Nothing was changed.`
            : null;
    if (problem) return fail('SETTINGS_INVALID', problem, { field: `headers.${at}` });
    values[name.toLowerCase()] = value === '' ? (before ?? '') : value;
  }
  // The password belongs to the proxy; changing the proxy drops it.
  const sameProxy = saved !== null && saved.proxy === proxy.value.proxy && hasName(saved.proxy);
  const password = proxy.value.password === null && sameProxy ? await secrets.proxyPassword(saved.id) : ok(null);
  if (!password.ok) return password;
  const connectTimeoutSeconds =
    form.connectTimeoutSeconds === undefined ? saved?.connectTimeoutSeconds : form.connectTimeoutSeconds;
  const result: SavedValues = {
    ...(headers.value.length === 0 ? {} : { headers: headers.value.map(({ name }) => name) }),
    ...(proxy.value.proxy === '' ? {} : { proxy: proxy.value.proxy }),
    ...(certificate.value === '' ? {} : { certificate: certificate.value }),
    ...(form.idleTimeoutSeconds === null ? {} : { idleTimeoutSeconds: form.idleTimeoutSeconds }),
    ...(connectTimeoutSeconds ? { connectTimeoutSeconds } : {}),
  };
  return ok({ stored: result, values, proxyPassword: proxy.value.password ?? password.value });
}

function refusedField(error: AppError, field: 'proxy' | 'certificate'): Result<never> {
  return { ok: false, error: { ...error, details: { field } } };
}

function checkCertificate(text: string): Result<string> {
  return text === '' || text === systemCertificates ? ok(text) : certificatePath(text);
}

/** Redacted for the window; undefined if nothing is set. */
export function redactConnection(provider: ProviderSettings): ProviderConnection | undefined {
  const { headers = [], proxy = '', certificate = '' } = provider;
  const { idleTimeoutSeconds = null, connectTimeoutSeconds = null } = provider;
  const isPlain = headers.length === 0 && proxy === '' && certificate === '';
  if (isPlain && idleTimeoutSeconds === null && connectTimeoutSeconds === null) return undefined;
  return { headers, proxy, certificate, idleTimeoutSeconds, connectTimeoutSeconds };
}

function hasName(proxy: string | undefined): boolean {
  return proxy !== undefined && (URL.parse(proxy)?.username ?? '') !== '';
}
