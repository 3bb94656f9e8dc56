// Collects the features' additions to the local server: paths that they answer, and the devices that it admits.

import type { LocalServer, Route } from '../../lib/localServer.ts';
import type { DeviceAccess } from '../../ports/device.ts';

export interface Routes extends Pick<LocalServer, 'serve' | 'admitDevices'> {
  at(path: string): Route | null;
  devices(): DeviceAccess | null;
}

export function createRoutes(): Routes {
  const routes = new Set<Route>();
  let access: DeviceAccess | null = null;
  return {
    serve(route) {
      routes.add(route);
      return () => void routes.delete(route);
    },
    admitDevices(next) {
      access = next;
      return () => {
        if (access === next) access = null;
      };
    },
    at: (path) => [...routes].find(({ prefix }) => path.startsWith(prefix)) ?? null,
    devices: () => access,
  };
}
