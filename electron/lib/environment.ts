// Environment variables: those that decide what code a program loads, and the proxies that they configure.

/** Environment variables, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

const decisive = new RegExp(
  `^(?:${[
    ...[
      'PATH',
      'PATHEXT',
      'COMSPEC',
      'HOME',
      'USERPROFILE',
      'APPDATA',
      'XDG_CONFIG_\\w+',
      'ENV',
      'BASH_ENV',
      'SHELLOPTS',
    ],
    ...['LD_\\w+', 'DYLD_\\w+', 'GCONV_PATH', 'OPENSSL_CONF', 'ELECTRON_\\w+', 'THROUGHLINE_\\w+'],
    ...['NODE_(?:OPTIONS|PATH|TLS_REJECT_UNAUTHORIZED|REPL_EXTERNAL_MODULE)', 'NPM_CONFIG_\\w+'],
    ...['PYTHON(?:PATH|HOME|STARTUP|USERBASE|PLATLIBDIR|BREAKPOINT|WARNINGS)', 'UV_\\w+', 'PIP_\\w+'],
    ...['PERL5?(?:OPT|LIB|DB)', 'RUBY(?:OPT|LIB)', '(?:JAVA_TOOL|JDK_JAVA|_JAVA)_OPTIONS'],
    ...[
      'DOCKER_(?:HOST|CONFIG|CONTEXT|CERT_PATH)',
      'GIT_(?:SSH|SSH_COMMAND|EXEC_PATH|CONFIG\\w*|ASKPASS|PROXY_COMMAND)',
    ],
  ].join('|')})$`,
  'i',
);

/** Whether this variable decides what code a program loads, or where from. */
export function decidesCode(name: string): boolean {
  return decisive.test(name);
}

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
