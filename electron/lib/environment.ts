// Environment variables, and the proxies that they configure.

/** Environment variables, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface EnvironmentProxies {
  /** URLs, possibly with credentials; empty: none. */
  http: string;
  https: string;
  /** NO_PROXY. */
  no: string;
  /** The variable whose value is not a proxy URL; null: all are valid. */
  wrong: string | null;
}

const names = ['HTTPS_PROXY', 'HTTP_PROXY'] as const;

export function environmentProxies(env: Environment): EnvironmentProxies {
  const value = (name: string): string => (env[name.toLowerCase()] ?? env[name] ?? '').trim();
  const [https, http] = names.map((name) => addressOf(value(name))) as [string | null, string | null];
  const wrong = https === null ? names[0] : http === null ? names[1] : null;
  return { http: http ?? '', https: https ?? '', no: value('NO_PROXY'), wrong };
}

/** Returns their passwords, for masking. */
export function proxyPasswords(env: Environment): string[] {
  const values = names.flatMap((name) => [env[name.toLowerCase()], env[name]]);
  return values.flatMap((value) => {
    const password = URL.parse(addressOf(value?.trim() ?? '') ?? '')?.password;
    return password ? [password, decodeUrlPart(password)] : [];
  });
}

/** Defaults to http. Null: not a URL. */
function addressOf(text: string): string | null {
  if (text === '') return '';
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.parse(whole);
  return url && /^https?:$/.test(url.protocol) && url.hostname !== '' ? whole : null;
}

/** Decodes a URL part to the text that was typed. */
export function decodeUrlPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
