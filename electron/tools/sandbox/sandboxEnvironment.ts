// What a program in the sandbox finds in its environment besides the usual: the proxy by the names that programs know, a place
// for what they keep in passing, and none of the addresses at which services outside listen.

/** Set to nothing: they lead to services that are not there. */
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

/** `proxy`: its address. `temporary`: the folder that is /tmp in there. */
export function sandboxEnvironment(proxy: string, temporary: string): Record<string, string> {
  const own = 'localhost,127.0.0.1,::1';
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
    ...{ NO_PROXY: own, no_proxy: own, NODE_USE_ENV_PROXY: '1' },
    ...{
      TMPDIR: temporary,
      XDG_CACHE_HOME: `${temporary}/.cache`,
      npm_config_cache: `${temporary}/.npm`,
      npm_config_update_notifier: 'false',
    },
  };
}
