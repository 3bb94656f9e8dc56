import { hostAndPort } from '../../../shared/conversation/sandbox.ts';
import { plainHost } from './sandboxProxy.ts';

/** `pattern` is a name, or `*.` and a name for its subdomains; an appended port restricts it to that port. */
export function hostFits(pattern: string, host: string, port: number): boolean {
  const target = hostAndPort(pattern);
  if (target.port !== null && target.port !== port) return false;
  const [expected, name] = [plainHost(target.host), plainHost(host)];
  return expected.startsWith('*.') ? name.endsWith(expected.slice(1)) : name === expected;
}
