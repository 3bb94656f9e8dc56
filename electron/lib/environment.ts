// Environment variables, and the proxies that they name.

/** Environment variables, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface EnvironmentProxies {
  /** Addresses, with name and password where they have them; empty: none. */
  http: string;
  https: string;
  /** NO_PROXY. */
  no: string;
  /** The name whose value is no address of a proxy; null: all can be used. */
  wrong: string | null;
}

const names = ['HTTPS_PROXY', 'HTTP_PROXY'] as const;

export function environmentProxies(env: Environment): EnvironmentProxies {
  const value = (name: string): string => (env[name.toLowerCase()] ?? env[name] ?? '').trim();
  const [https, http] = names.map((name) => addressOf(value(name))) as [string | null, string | null];
  const wrong = https === null ? names[0] : http === null ? names[1] : null;
  return { http: http ?? '', https: https ?? '', no: value('NO_PROXY'), wrong };
}

/** Their passwords, to hide them everywhere. */
export function proxyPasswords(env: Environment): string[] {
  const found = names.flatMap((name) => [env[name.toLowerCase()], env[name]]);
  return found.flatMap((value) => {
    const password = URL.parse(addressOf(value?.trim() ?? '') ?? '')?.password;
    return password ? [password, decoded(password)] : [];
  });
}

/** Without a scheme it is http. Null: it is no address. */
function addressOf(text: string): string | null {
  if (text === '') return '';
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.parse(whole);
  return url && /^https?:$/.test(url.protocol) && url.hostname !== '' ? whole : null;
}

/** Of an address: as it was typed. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
