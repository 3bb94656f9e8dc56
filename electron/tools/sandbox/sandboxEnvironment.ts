// Extra environment of sandboxed programs: the proxy under common names, a temporary folder, and no addresses of outside services.

/** Unset, because they point to unreachable services. */
const services = [
  'SSH_AUTH_SOCK',
  'SSH_AGENT_PID',
  'GPG_AGENT_INFO',
  'DBUS_SESSION_BUS_ADDRESS',
  'DOCKER_HOST',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
];

/** `proxy` is its address; `temporary` is the folder that serves as /tmp. */
export function sandboxEnvironment(proxy: string, temporary: string): Record<string, string> {
  const localHosts = 'localhost,127.0.0.1,::1';
  return {
    ...Object.fromEntries(services.map((name) => [name, ''])),
    ...{
      HTTP_PROXY: proxy,
      HTTPS_PROXY: proxy,
      ALL_PROXY: proxy,
      http_proxy: proxy,
      https_proxy: proxy,
      all_proxy: proxy,
    },
    ...{ NO_PROXY: localHosts, no_proxy: localHosts, NODE_USE_ENV_PROXY: '1' },
    ...{
      TMPDIR: temporary,
      XDG_CACHE_HOME: `${temporary}/.cache`,
      npm_config_cache: `${temporary}/.npm`,
      npm_config_update_notifier: 'false',
    },
  };
}
